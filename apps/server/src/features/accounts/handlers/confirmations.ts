import { contract } from "@caramelo/contract/contract";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";

export const confirmEmail = handle(contract.accounts.confirmEmail, async () => fail("UNKNOWN_ERROR"));
export const resendConfirmation = handle(contract.accounts.resendConfirmation, async () => fail("UNKNOWN_ERROR"));
