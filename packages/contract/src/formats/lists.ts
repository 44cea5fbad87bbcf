import { onFirstUse } from "./on-first-use.ts";

const listFormat = onFirstUse(() => new Intl.ListFormat("pt-BR", { type: "conjunction" }));

/** "uma chave Pix, um link e um telefone". */
export const listWords = (words: readonly string[]): string => listFormat().format(words);
