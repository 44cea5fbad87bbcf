import { writeMail } from "../../base/mail/text-rules.ts";

/** Goes to somebody of the staff whose second factor was set up or replaced. */
export function factorSetUpMail() {
  return writeMail("factor-set-up");
}

/** Goes to somebody of the staff whose second factor another person removed. */
export function factorRemovedMail() {
  return writeMail("factor-removed");
}

export function recoveryCodesRenewedMail() {
  return writeMail("recovery-codes-renewed");
}

export function recoveryCodeUsedMail(left: number) {
  return writeMail("recovery-code-used", { values: { restantes: String(left) } });
}
