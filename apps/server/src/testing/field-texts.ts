import { fieldWords } from "@caramelo/contract/call/errors";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { settingFieldsWith } from "@caramelo/contract/texts/operator";

// The reason why a switch was not set is shown under its field.
const TEXTS = new Set([...fieldWords, ...Object.values(adminMessages.switchRefused)]);
const VARIED = Object.values(settingFieldsWith).map((write) => write("\0").split("\0"));

/** Whether a text under a field is in the catalogue, whatever its varying part says. */
export const isFieldText = (text: string): boolean =>
  TEXTS.has(text) || VARIED.some(([before = "", after = ""]) => text.startsWith(before) && text.endsWith(after));
