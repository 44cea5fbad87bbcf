import { longDayText } from "@caramelo/contract/formats/moments";
import {
  CLAIM_LINK_HOURS,
  CONFIRMATION_LINK_HOURS,
  INACTIVE_MONTHS,
  RECOVERY_LINK_HOURS,
  SIGN_IN_ALERT_LINK_HOURS,
} from "@caramelo/contract/limits";
import { EMAIL_CHANGE_PARAM } from "@caramelo/contract/texts/confirmation";
import { writeMail } from "../../base/mail/text-rules.ts";

/**
 * For each kind of mailed link: the screen that it opens, how many hours it is valid, and the mail that contains it.
 */
export const LINKS = {
  recovery: { path: "redefinir-senha", hours: RECOVERY_LINK_HOURS, mail: "recovery" },
  confirmation: { path: "confirmar-email", hours: CONFIRMATION_LINK_HOURS, mail: "confirmation" },
  email_change: { path: `confirmar-email?${EMAIL_CHANGE_PARAM}`, hours: CONFIRMATION_LINK_HOURS, mail: "email-change" },
  claim: { path: "assumir-perfil", hours: CLAIM_LINK_HOURS, mail: "invitation" },
  sign_in_alert: { path: "nao-fui-eu", hours: SIGN_IN_ALERT_LINK_HOURS, mail: "sign-in-alert" },
} as const;

type PasskeyMailKind = "passkey-blocked" | "passkey-blocked-staff";
type AppMailKind = "app-removed" | "recovery-code-used";

/** A mail about a passkey of the reader, with a button that leads to their passkeys. */
export function passkeyMail(kind: PasskeyMailKind, origin: string) {
  return writeMail(kind, { url: `${origin}/configuracoes#chaves` });
}

/** A mail about the reader's authenticator app, with a button that leads to it. */
export function appMail(kind: AppMailKind, origin: string, values: Readonly<Record<string, string>> = {}) {
  return writeMail(kind, { url: `${origin}/configuracoes#duas-etapas`, values });
}

/** The mail about keys and a password voided by staff, with a button that requests another link. */
export const accessResetMail = (origin: string) => writeMail("access-reset", { url: `${origin}/esqueci-senha` });

/** The mail about a freeze, with a button that requests the link which unfreezes the account. */
export const frozenMail = (origin: string) => writeMail("account-frozen", { url: `${origin}/esqueci-senha` });

/** The mails that tell a member about changes in their account, with the link of an alert. */
type AlertMailKind =
  | "app-added"
  | "email-changed"
  | "email-changed-proven"
  | "factor-set-up"
  | "own-password-changed"
  | "passkey-added"
  | "passkey-removed"
  | "recovery-codes-renewed"
  | "request-delayed";
/** The mail with which a new staff member sets a first password. */
type InvitationMailKind = "staff-invitation";

/** `values`: the mail's placeholders other than the validity of the link. */
export function linkMail(
  kind: keyof typeof LINKS,
  url: string,
  values: Readonly<Record<string, string>> = {},
  mail: (typeof LINKS)[keyof typeof LINKS]["mail"] | AlertMailKind | InvitationMailKind = LINKS[kind].mail,
) {
  const { hours } = LINKS[kind];
  return writeMail(mail, { url, values: { ...values, horas: String(hours), dias: String(hours / 24) } });
}

/** The mail to a member who has not come for a year, some time before the account is deactivated. */
export function inactivityMail(deactivatedOn: Date, origin: string) {
  const values = { meses: String(INACTIVE_MONTHS), dia: longDayText(deactivatedOn) };
  return writeMail("inactivity-warning", { url: `${origin}/login`, values });
}
