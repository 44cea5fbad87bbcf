import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";
import { countWords, pluralWord } from "@caramelo/contract/formats/counts";

export const staffTexts = {
  codeHint: "Os 6 números do aplicativo, ou um código de recuperação.",
  codeRequired: "Digite o código",
} as const;

/** A secret in groups of four, as people type it. */
export const groupSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? "";

const LOW = 3;

/** How many recovery codes are left, and what to do when there are few. */
export function recoveryCodesText(leftCount: number): string {
  const words = `${pluralWord(leftCount, "Resta", "Restam")} ${countWords(leftCount, "código", "códigos")} de recuperação`;
  return leftCount < LOW ? `${words}: gere outros antes que acabem.` : `${words}.`;
}

export const roleWords: Record<StaffRole, { name: string; text: string }> = {
  owner: { name: "Administrador", text: "Pode tudo, também equipe, dinheiro e configurações." },
  moderator: { name: "Moderador", text: "Cuida dos membros: denúncias, verificações, suspensões." },
};
