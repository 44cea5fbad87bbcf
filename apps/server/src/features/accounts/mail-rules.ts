import { CLAIM_LINK_HOURS, CONFIRMATION_LINK_HOURS, RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import { writeMail } from "../../base/mail/text-rules.ts";

export function recoveryMail(url: string) {
  return writeMail("recovery", { url, values: { horas: String(RECOVERY_LINK_HOURS) } });
}

export function passwordChangedMail() {
  return writeMail("password-changed");
}

export function confirmationMail(url: string) {
  return writeMail("confirmation", { url, values: { horas: String(CONFIRMATION_LINK_HOURS) } });
}

/** Goes to the owner of an account when somebody signs up again with its address. */
export function signUpAttemptMail(origin: string) {
  return writeMail("sign-up-attempt", { url: `${origin}/login` });
}

/** Goes to who asks for a new password while a sign-up, perhaps a stranger's, awaits confirmation. It holds no secret. */
export function pendingSignUpMail(origin: string) {
  return writeMail("sign-up-pending", { url: `${origin}/cadastro` });
}

export function emailChangeMail(url: string) {
  return writeMail("email-change", { url, values: { horas: String(CONFIRMATION_LINK_HOURS) } });
}

/** Goes to the owner of an address that another account asked for. */
export function emailTakenMail() {
  return writeMail("email-taken");
}

/** Goes to the address that an account had before. */
export function emailChangedMail() {
  return writeMail("email-changed");
}

/** Goes to the present address of an account when the staff entered another one, which is not confirmed yet. */
export function emailChangeRequestedMail() {
  return writeMail("email-change-requested");
}

/** Goes to the person for whom the staff made a profile. */
export function invitationMail(url: string) {
  return writeMail("invitation", { url, values: { dias: String(CLAIM_LINK_HOURS / 24) } });
}
