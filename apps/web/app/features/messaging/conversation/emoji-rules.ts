import { foldText } from "@caramelo/contract/formats/fold-text";

/** The searchable texts of an emoji: its name and its tags. */
type Searchable = { label: string; tags: string[] };

const SAME = 30;
const WHOLE_WORD = 20;
const BEGINNING = 1;

/** How well a name or the words of an emoji match a text; 0 for no match. */
function judgeFit(words: string, text: string): number {
  if (words === text) return SAME;
  const spaced = ` ${words.replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  if (spaced.includes(` ${text} `)) return WHOLE_WORD;
  return spaced.includes(` ${text}`) ? BEGINNING : 0;
}

/**
 * The emojis that match a text, best first, ignoring accents and case: whole names, whole words, then word beginnings.
 * The middle of a word does not match, so "bolo" does not find "símbolo".
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
