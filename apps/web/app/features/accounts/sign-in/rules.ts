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

/** Describes a failed call on the sign-in screen; undefined: an exception in our own code. */
export function describeSignInFailure(failure: { code: ErrorCode; message: string } | undefined): string {
  if (!failure) return signInTexts.signInException;
  return failure.code === "UNKNOWN_ERROR" ? signInTexts.signInFailed : failure.message;
}

/** A refused sign-in marks both fields, so that it does not reveal whether the e-mail or the password was wrong. */
export function findRefusalErrors(code: ErrorCode | undefined): FormErrors<SignInValues> {
  if (code !== "AUTH_INVALID_CREDENTIALS") return {};
  return { email: signInFields.credentialsInvalid, password: signInFields.credentialsInvalid };
}

type Tone = "success" | "warning";

/** What the sign-in screen shows above its form. */
export type SignInWords = { text: string; tone: Tone };

/** What another screen asks the sign-in screen to show. Stored in the history entry, not in the address. */
export type SignInState = {
  words: string;
  tone?: Tone;
  /** The e-mail of a new account, so that the person need not type it again. */
  newEmail?: string;
};

/** The words in a history entry. The tone is "success" unless the entry says "warning". */
export function findWords(state: unknown): SignInWords | undefined {
  if (typeof state !== "object" || state === null || !("words" in state)) return undefined;
  if (typeof state.words !== "string") return undefined;
  return { text: state.words, tone: "tone" in state && state.tone === "warning" ? "warning" : "success" };
}

/** The e-mail of a new account, from a history entry. */
export function findNewEmail(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("newEmail" in state)) return undefined;
  return typeof state.newEmail === "string" && state.newEmail !== "" ? state.newEmail : undefined;
}
