import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const changeEmail = handle(contract.accounts.changeEmail, async () => fail("UNKNOWN_ERROR"));
export const changePassword = handle(contract.accounts.changePassword, async () => fail("UNKNOWN_ERROR"));
export const deactivate = handle(contract.accounts.deactivate, async () => fail("UNKNOWN_ERROR"));
