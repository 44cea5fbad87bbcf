import { listWords } from "@caramelo/contract/formats/lists";
import { type MessageWarning, messageWarnings } from "@caramelo/contract/messaging/warnings";

/** Lists warnings in words, such as "chave Pix ou dados de conta e um número de telefone". */
export const describeWarnings = (warnings: readonly MessageWarning[]): string =>
  listWords(warnings.map((warning) => messageWarnings[warning]));
