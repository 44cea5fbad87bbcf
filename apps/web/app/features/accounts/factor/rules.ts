import { countWords, pluralWord } from "@caramelo/contract/formats/counts";

export const factorTexts = {
  codeHint: "Os 6 números do aplicativo, ou um código de recuperação.",
  codeRequired: "Digite o código",
  off: "O aplicativo não é pedido na entrada. Se ele é seu, mantenha; se você não o conhece, desative.",
} as const;

/** A secret in groups of four, as people type it. */
export const groupSecret = (secret: string): string => secret.match(/.{1,4}/g)?.join(" ") ?? "";

const LOW = 3;

/** How many recovery codes are left, and what to do when there are few. */
export function recoveryCodesText(leftCount: number): string {
  const words = `${pluralWord(leftCount, "Resta", "Restam")} ${countWords(leftCount, "código", "códigos")} de recuperação`;
  return leftCount < LOW ? `${words}: gere outros antes que acabem.` : `${words}.`;
}

/** The recovery codes as a text file, one per line. */
export const recoveryFile = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\r\n")}\r\n`)}`;

/** Why a person should have an authenticator app. `isRequired`: the site requires one. */
export function factorOffer(isRequired: boolean): string {
  if (isRequired) return "Este site pede a verificação em duas etapas: configure a sua para abrir a administração.";
  return "Com ela, quem descobrir a sua senha ainda não entra: falta o código do seu celular.";
}
