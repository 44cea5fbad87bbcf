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

type Tone = "success" | "warning";

/** What the sign-in screen shows above its form. */
export type SignInWords = { text: string; tone: Tone };

/** What another screen asks the sign-in screen to show. It is kept in the history entry and not in the address. */
export type SignInState = {
  words: string;
  tone?: Tone;
  /** The e-mail of an account that was just made, so that the person need not type it again. */
  newEmail?: string;
};

/** The words in a history entry. Their tone is "success" unless the entry says "warning". */
export function findWords(state: unknown): SignInWords | undefined {
  if (typeof state !== "object" || state === null || !("words" in state)) return undefined;
  if (typeof state.words !== "string") return undefined;
  return { text: state.words, tone: "tone" in state && state.tone === "warning" ? "warning" : "success" };
}

/** The e-mail, in a history entry, of an account that was just made. */
export function findNewEmail(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("newEmail" in state)) return undefined;
  return typeof state.newEmail === "string" && state.newEmail !== "" ? state.newEmail : undefined;
}
