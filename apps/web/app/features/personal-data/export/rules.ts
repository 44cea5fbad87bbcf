import { formatDecimal } from "@caramelo/contract/formats/decimals";
import { momentText } from "@caramelo/contract/formats/moments";

type Size = { bytes: number | null };
const KILOBYTE = 1_024;
const MEGABYTE = 1_048_576;

/** "3,4 MB". A file is never shown as nothing. */
export function sizeText({ bytes }: Size): string {
  if (bytes === null) return "";
  if (bytes < MEGABYTE) return `${formatDecimal(Math.max(0.1, bytes / KILOBYTE))} KB`;
  return `${formatDecimal(bytes / MEGABYTE)} MB`;
}

/** What stands above the button that downloads the file. */
export const readyText = ({ bytes, expiresAt }: Size & { expiresAt: string }): string =>
  `Sua cópia está pronta (${sizeText({ bytes })}). Você pode baixá-la até ${momentText(expiresAt)}.`;

/** Why the member cannot ask for another one yet. */
export const nextText = (nextAt: string): string => `Você pode pedir outra a partir de ${momentText(nextAt)}.`;
