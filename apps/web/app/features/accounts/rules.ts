import { countCharacters } from "@caramelo/contract/characters";
import { type ErrorCode, errorCatalogue, fieldTexts, memberMessages } from "@caramelo/contract/errors";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "@caramelo/contract/limits";

/** What is wrong, in words, by field. */
export type Faults<Form> = Partial<Record<keyof Form, string>>;

// The shape the contract asks for: the server judges by the same one.
const EMAIL_SHAPE = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export function findEmailFault(email: string): string | undefined {
  const address = email.trim();
  if (!address) return fieldTexts.emailRequired;
  return address.length > EMAIL_MAX || !EMAIL_SHAPE.test(address) ? fieldTexts.emailInvalid : undefined;
}

export function findPasswordFault(password: string): string | undefined {
  if (!password) return fieldTexts.passwordRequired;
  if (countCharacters(password) < PASSWORD_MIN) return fieldTexts.passwordTooShort;
  return countCharacters(password) > PASSWORD_MAX ? fieldTexts.passwordTooLong : undefined;
}

export function findConfirmationFault(password: string, confirmation: string): string | undefined {
  if (!confirmation) return fieldTexts.passwordConfirmRequired;
  return confirmation === password ? undefined : fieldTexts.passwordsDiffer;
}

/** Leaves only the fields with a fault, in the order of the screen. */
export function keepFaults<Form>(faults: Record<keyof Form & string, string | undefined>): Faults<Form> {
  // Entries lose their key type; what comes out has a subset of the keys that went in.
  return Object.fromEntries(Object.entries(faults).filter(([, text]) => text)) as Faults<Form>;
}

export const hasFaults = (faults: object): boolean => Object.keys(faults).length > 0;

export type SignInForm = { email: string; password: string };

export function findSignInFaults({ email, password }: SignInForm): Faults<SignInForm> {
  return keepFaults<SignInForm>({ email: findEmailFault(email), password: findPasswordFault(password) });
}

/** What the sign-in screen says; without a code it was an exception of our own. */
export function describeSignInFailure(code: ErrorCode | undefined): string {
  if (!code) return memberMessages.signInException;
  return code === "UNKNOWN_ERROR" ? memberMessages.signInFailed : errorCatalogue[code].text;
}

/** A refused e-mail and password mark both fields: which of them was wrong is nobody's business. */
export function findRefusalFaults(code: ErrorCode | undefined): Faults<SignInForm> {
  if (code !== "AUTH_INVALID_CREDENTIALS") return {};
  return { email: fieldTexts.credentialsInvalid, password: fieldTexts.credentialsInvalid };
}

/** The first half of a line and the rest, for a headline whose second half is in italics. */
export function splitHeadline(line: string): [string, string] {
  const words = line.split(" ");
  const middle = Math.ceil(words.length / 2);
  return [words.slice(0, middle).join(" "), words.slice(middle).join(" ")];
}

export type NewPasswordForm = { password: string; passwordConfirmation: string };

export function findNewPasswordFaults({ password, passwordConfirmation }: NewPasswordForm): Faults<NewPasswordForm> {
  return keepFaults<NewPasswordForm>({
    password: findPasswordFault(password),
    passwordConfirmation: findConfirmationFault(password, passwordConfirmation),
  });
}

type CurrentPassword = { currentPassword: string };
const findCurrentFault = (password: string) => (password ? undefined : fieldTexts.passwordRequired);

export type PasswordChangeForm = CurrentPassword & NewPasswordForm;

export function findPasswordChangeFaults({ currentPassword, ...next }: PasswordChangeForm): Faults<PasswordChangeForm> {
  const { password, passwordConfirmation } = findNewPasswordFaults(next);
  return keepFaults<PasswordChangeForm>({
    currentPassword: findCurrentFault(currentPassword),
    password,
    passwordConfirmation,
  });
}

export type EmailChangeForm = CurrentPassword & { email: string };

/** `own` is the address of now. */
export function findEmailChangeFaults(form: EmailChangeForm, own: string): Faults<EmailChangeForm> {
  const isSame = form.email.trim().toLowerCase() === own;
  return keepFaults<EmailChangeForm>({
    email: findEmailFault(form.email) ?? (isSame ? fieldTexts.emailSame : undefined),
    currentPassword: findCurrentFault(form.currentPassword),
  });
}
