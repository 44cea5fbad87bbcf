import { fieldTextsWith, fieldWords } from "@caramelo/contract/call/errors";
import { adminMessages } from "@caramelo/contract/texts/admin";

// The words of a switch that was not set stand behind its name, too.
const TEXTS = new Set([...fieldWords, ...Object.values(adminMessages.switchRefused)]);
const VARIED = Object.values(fieldTextsWith).map((write) => write("\0").split("\0"));

/** Whether a text under a field is one of the catalogue, whatever stands in the part of it that varies. */
export const isFieldText = (text: string): boolean =>
  TEXTS.has(text) || VARIED.some(([before = "", after = ""]) => text.startsWith(before) && text.endsWith(after));
