import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const read = handle(contract.settings.read, async () => fail("UNKNOWN_ERROR"));
export const change = handle(contract.settings.change, async () => fail("UNKNOWN_ERROR"));
