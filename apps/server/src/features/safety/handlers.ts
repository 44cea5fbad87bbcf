import { contract } from "@caramelo/contract/contract";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";

export const report = handle(contract.safety.report, async () => fail("UNKNOWN_ERROR"));
export const block = handle(contract.safety.block, async () => fail("UNKNOWN_ERROR"));
export const unblock = handle(contract.safety.unblock, async () => fail("UNKNOWN_ERROR"));
export const blocks = handle(contract.safety.blocks, async () => fail("UNKNOWN_ERROR"));
