import type { ErrorCode } from "@caramelo/contract/call/errors";
import { signInFields, signInTexts } from "@caramelo/contract/texts/sign-in";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { findEmailError, findPasswordError } from "../rules.ts";

export type SignInValues = { email: string; password: string; remember: boolean };

export const emptySignIn: SignInValues = { email: "", password: "", remember: false };

export function findSignInErrors({ email, password }: SignInValues): FormErrors<SignInValues> {
  return keepErrors<SignInValues>({
    email: findEmailError(email),
    password: findPasswordError(password),
    remember: undefined,
  });
}

/** What the sign-in screen says about a failed call; undefined stands for an exception in our own code. */
export function describeSignInFailure(failure: { code: ErrorCode; message: string } | undefined): string {
  if (!failure) return signInTexts.signInException;
  return failure.code === "UNKNOWN_ERROR" ? signInTexts.signInFailed : failure.message;
}

/** A refused sign-in marks both fields, so that nobody learns whether the e-mail or the password was wrong. */
export function findRefusalErrors(code: ErrorCode | undefined): FormErrors<SignInValues> {
  if (code !== "AUTH_INVALID_CREDENTIALS") return {};
  return { email: signInFields.credentialsInvalid, password: signInFields.credentialsInvalid };
}
