import { foldText } from "@caramelo/contract/formats/fold-text";
import type { LucideIcon } from "lucide-react";

/** The name of the palette, also while its code loads. */
export const PALETTE_TITLE = "Ir para";

/** An entry of the palette: a destination or an action. */
export type PaletteEntry = {
  /** This key matches no other entry. */
  key: string;
  label: string;
  /** Tells apart entries with the same label, e.g. an e-mail address. */
  hint?: string;
  icon: LucideIcon;
  /**
   * Each typed word must be a whole word of the label. For actions that must not happen by mistake, e.g. by the start
   * of a person's name and Enter.
   */
  needsWholeWords?: boolean;
} & ({ to: string } | { run: () => void });

/** Entries grouped under a name. */
export type PaletteGroup = { name: string; entries: readonly PaletteEntry[] };

/** A kind of records that the server searches. */
export type PaletteSource = {
  name: string;
  find: (q: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
};

/** Minimum letters for a search while typing. Two letters are in most names. */
export const TYPED_MIN = 3;
/** Minimum letters for a search by Enter. */
export const ENTERED_MIN = 2;

const wordsOf = (text: string): string[] => foldText(text).split(" ").filter(Boolean);

/** The entries in which each typed word starts or equals a word; all entries without typed words. */
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

/** Whether a key opens the palette: Ctrl+K or ⌘K anywhere, "/" outside of text fields. */
export function isPaletteKey(press: Press, { isTyping, hasSlash }: { isTyping: boolean; hasSlash: boolean }): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (key === "/") return hasSlash && !isTyping && !ctrlKey && !metaKey && !altKey;
  return key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;
}
