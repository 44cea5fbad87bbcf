import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const pulse = handle(contract.presence.pulse, async () => fail("NOT_FOUND"));
export const list = handle(contract.presence.list, async () => fail("NOT_FOUND"));
