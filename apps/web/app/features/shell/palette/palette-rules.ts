import { foldText } from "@caramelo/contract/formats/fold-text";
import type { LucideIcon } from "lucide-react";

/** The name of the palette, also while its code loads. */
export const PALETTE_TITLE = "Ir para";

/** Something that the palette leads to, or an action that it does. */
export type PaletteEntry = {
  /** Unlike that of every other entry of the palette. */
  key: string;
  label: string;
  /** What tells it from others with the same label, such as an e-mail address. */
  hint?: string;
  icon: LucideIcon;
  /**
   * Each typed word must be a whole word of the label. For actions that nobody may do by mistake: the beginning of a
   * person's name and Enter must not do them.
   */
  needsWholeWords?: boolean;
} & ({ to: string } | { run: () => void });

/** Entries that stand together under a name. */
export type PaletteGroup = { name: string; entries: readonly PaletteEntry[] };

/** What the server searches for. */
export type PaletteSource = {
  name: string;
  find: (q: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
};

/** The server is asked from this many letters on while somebody types. Two letters are in most names. */
export const TYPED_MIN = 3;
/** The server is asked from this many letters on when somebody presses Enter. */
export const ENTERED_MIN = 2;

const wordsOf = (text: string): string[] => foldText(text).split(" ").filter(Boolean);

/** The entries of which each typed word begins a word, or is one. Without a typed word all of them. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): PaletteEntry[] {
  const typedWords = wordsOf(text);
  return entries.filter(({ label, needsWholeWords }) => {
    const words = wordsOf(label);
    return typedWords.every((typedWord) =>
      words.some((word) => (needsWholeWords ? word === typedWord : word.startsWith(typedWord))),
    );
  });
}

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** Whether a key opens the palette: Ctrl+K or ⌘K anywhere, and "/" where nobody types. */
export function isPaletteKey(press: Press, { isTyping, hasSlash }: { isTyping: boolean; hasSlash: boolean }): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (key === "/") return hasSlash && !isTyping && !ctrlKey && !metaKey && !altKey;
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}
