import { foldText } from "@caramelo/contract/formats/fold-text";

/** What the search of an emoji reads: its name and the words that go with it. */
type Searchable = { label: string; tags: string[] };

const SAME = 30;
const WHOLE_WORD = 20;
const BEGINNING = 1;

/** How well a name or the words of an emoji fit a text, or 0. */
function judgeFit(words: string, text: string): number {
  if (words === text) return SAME;
  const spaced = ` ${words.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  if (spaced.includes(` ${text} `)) return WHOLE_WORD;
  return spaced.includes(` ${text}`) ? BEGINNING : 0;
}

/**
 * The emojis that a text finds, the best first, without regard to accents and case: whole names, whole words, then
 * beginnings of words. The middle of a word finds nothing, so "bolo" does not find "símbolo".
 */
export function findEmojis<Emoji extends Searchable>(emojis: readonly Emoji[], text: string) {
  const typedWord = foldText(text);
  return emojis
    .map((emoji) => {
      const name = judgeFit(foldText(emoji.label), typedWord);
      return { emoji, name, fit: Math.max(name, ...emoji.tags.map((tag) => judgeFit(foldText(tag), typedWord))) };
    })
    .filter(({ fit }) => fit > 0)
    .sort((a, b) => b.fit - a.fit || b.name - a.name);
}
