import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const devices = handle(contract.accounts.devices, async () => fail("UNKNOWN_ERROR"));
export const endDevice = handle(contract.accounts.endDevice, async () => fail("UNKNOWN_ERROR"));
