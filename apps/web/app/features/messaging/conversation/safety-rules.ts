import { type MessageWarning, messageWarnings } from "@caramelo/contract/messaging/warnings";

const list = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** "chave Pix ou dados de conta e um número de telefone" */
export const describeWarnings = (warnings: readonly MessageWarning[]): string =>
  list.format(warnings.map((warning) => messageWarnings[warning]));
