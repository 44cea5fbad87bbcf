import { tidyEmail } from "@caramelo/contract/formats/email";
import { dayText } from "@caramelo/contract/formats/moments";
import { longSpanText } from "@caramelo/contract/formats/spans";
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

const MONTH_SECONDS = 30 * 86_400;

/** When a device was last used, in words. A clock that is slightly fast or slow still gives "agora há pouco". */
export function lastSeenText(lastSeenAt: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(lastSeenAt)) / 1_000;
  if (seconds < 120) return "Usado agora há pouco";
  return seconds < MONTH_SECONDS ? `Usado há ${longSpanText(seconds)}` : `Usado em ${dayText(lastSeenAt)}`;
}
