import { writeMail } from "../../base/mail/text-rules.ts";

export function approvedMail(origin: string) {
  return writeMail("verification-approved", { url: `${origin}/perfil` });
}

/** The reason stays behind the sign-in, because it may say what a document shows. */
export function rejectedMail(origin: string) {
  return writeMail("verification-rejected", { url: `${origin}/verificacao` });
}

/** The reason stays behind the sign-in here too. */
export function revokedMail(origin: string) {
  return writeMail("verification-revoked", { url: `${origin}/verificacao` });
}
