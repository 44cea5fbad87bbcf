import { tidyEmail } from "@caramelo/contract/formats/email";
import { newPasswordFields } from "@caramelo/contract/texts/new-password";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { findEmailError, findNewPasswordErrors, type NewPasswordForm } from "../rules.ts";

type CurrentPassword = { currentPassword: string };
// A current password may have any length, because it may be older than the rule for new ones.
const findCurrentError = (password: string) => (password ? undefined : signInFields.passwordRequired);

export type PasswordChangeForm = CurrentPassword & NewPasswordForm;

export function findPasswordChangeErrors(form: PasswordChangeForm): FormErrors<PasswordChangeForm> {
  const { password, passwordConfirmation } = findNewPasswordErrors(form);
  return keepErrors<PasswordChangeForm>({
    currentPassword: findCurrentError(form.currentPassword),
    password,
    passwordConfirmation,
  });
}

export type EmailChangeForm = CurrentPassword & { email: string };

/** `ownEmail` is the member's present address, in lower case. */
export function findEmailChangeErrors(form: EmailChangeForm, ownEmail: string): FormErrors<EmailChangeForm> {
  const isSame = tidyEmail(form.email) === ownEmail;
  return keepErrors<EmailChangeForm>({
    email: findEmailError(form.email) ?? (isSame ? newPasswordFields.emailSame : undefined),
    currentPassword: findCurrentError(form.currentPassword),
  });
}
