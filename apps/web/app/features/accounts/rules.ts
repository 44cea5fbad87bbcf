import { EMAIL_PATTERN, tidyEmail } from "@caramelo/contract/formats/email";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "@caramelo/contract/limits";
import { newPasswordFields } from "@caramelo/contract/texts/new-password";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";

export function findEmailError(email: string): string | undefined {
  const address = tidyEmail(email);
  if (!address) return signInFields.emailRequired;
  return address.length > EMAIL_MAX || !EMAIL_PATTERN.test(address) ? signInFields.emailInvalid : undefined;
}

export function findPasswordError(password: string): string | undefined {
  if (!password) return signInFields.passwordRequired;
  if (countCharacters(password) < PASSWORD_MIN) return signInFields.passwordTooShort;
  return countCharacters(password) > PASSWORD_MAX ? signInFields.passwordTooLong : undefined;
}

export function findConfirmationError(password: string, confirmation: string): string | undefined {
  if (!confirmation) return newPasswordFields.passwordConfirmRequired;
  return confirmation === password ? undefined : newPasswordFields.passwordsDiffer;
}

export type NewPasswordForm = { password: string; passwordConfirmation: string };

export function findNewPasswordErrors({
  password,
  passwordConfirmation,
}: NewPasswordForm): FormErrors<NewPasswordForm> {
  return keepErrors<NewPasswordForm>({
    password: findPasswordError(password),
    passwordConfirmation: findConfirmationError(password, passwordConfirmation),
  });
}
