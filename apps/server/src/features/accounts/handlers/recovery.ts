import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const requestRecovery = handle(contract.accounts.requestRecovery, async () => fail("UNKNOWN_ERROR"));
export const checkRecovery = handle(contract.accounts.checkRecovery, async () => fail("UNKNOWN_ERROR"));
export const resetPassword = handle(contract.accounts.resetPassword, async () => fail("UNKNOWN_ERROR"));
