const LIST = new Intl.ListFormat("pt-BR", { type: "conjunction" });

/** "uma chave Pix, um link e um telefone". */
export const listWords = (words: readonly string[]): string => LIST.format(words);
