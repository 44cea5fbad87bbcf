/** Texts of the passkey settings. A screen with these texts loads only numbers besides. */
import { PASSKEY_NAME_MAX } from "../limits.ts";

export const passkeyTexts = {
  off: "Desligada desde a sua nova senha: não abre a conta. Se é sua, mantenha; se você não a conhece, remova.",
  kept: "Esta chave abre a conta de novo.",
} as const;

export const passkeyFields = {
  passkeyNameRequired: "Dê um nome à chave",
  passkeyNameTooLong: `O nome pode ter no máximo ${PASSKEY_NAME_MAX} caracteres`,
} as const;
