import { commonErrors } from "@caramelo/contract/texts/common";
import {
  type EmojiData,
  type EmojiPickerListCategoryHeaderProps,
  type EmojiPickerListComponents,
  type EmojiPickerListEmojiProps,
  type EmojiPickerListRowProps,
  EmojiPicker as Picker,
} from "frimousse";
import { useRef, useState } from "react";
import emojisUrl from "~/data/emojis.json?url";
import { showToast } from "~/ui/overlays/toast.ts";
import { findEmojis } from "./emoji-rules.ts";

type Props = {
  onPick: (emoji: string) => void;
  /** Called when the list of emojis fails to load. */
  onFailure: () => void;
};

const CATEGORIES = [
  { index: 0, label: "Carinhas e emoções" },
  { index: 1, label: "Pessoas" },
  { index: 3, label: "Animais e natureza" },
  { index: 4, label: "Comida e bebida" },
  { index: 5, label: "Viagens e lugares" },
  { index: 6, label: "Atividades" },
  { index: 7, label: "Objetos" },
  { index: 8, label: "Símbolos" },
  { index: 9, label: "Bandeiras" },
];
// The library requires a name for each skin tone, although this picker offers only one.
const SKIN_TONES = {
  light: "Clara",
  "medium-light": "Morena clara",
  medium: "Morena",
  "medium-dark": "Morena escura",
  dark: "Escura",
};

const PARTS: Partial<EmojiPickerListComponents> = { CategoryHeader, Row, Emoji };

function CategoryHeader({ category, ...props }: EmojiPickerListCategoryHeaderProps) {
  // The library renders a header, too, to measure it, with an English label.
  const { label } = [...CATEGORIES, FOUND].find((ours) => ours.label === category.label) ?? { label: "Emojis" };
  return (
    <div {...props} className="bg-raised px-3 py-2 text-13 font-semibold text-muted">
      {label}
    </div>
  );
}

type Position = "aria-rowindex" | "aria-colindex";

/** The library counts rows and columns from 0, ARIA from 1. */
function countFromOne<Props extends { [key in Position]?: number | undefined }>(props: Props, key: Position): Props {
  const index = props[key];
  return index === undefined ? props : { ...props, [key]: index + 1 };
}

function Row({ children, ...props }: EmojiPickerListRowProps) {
  return (
    <div {...countFromOne(props, "aria-rowindex")} className="flex">
      {children}
    </div>
  );
}

function Emoji({ emoji, ...props }: EmojiPickerListEmojiProps) {
  return (
    <button
      {...countFromOne(props, "aria-colindex")}
      type="button"
      className="grid h-11 w-1/7 place-items-center rounded-control text-22 leading-none data-active:bg-primary/10"
    >
      {emoji.emoji}
    </button>
  );
}

/** Loads the emojis that ship with the product. By default the library would request them from another company. */
async function readEmojis(): Promise<EmojiData["emojis"]> {
  const answer = await fetch(emojisUrl);
  if (!answer.ok) throw new Error(`the list of emojis: ${answer.status}`);
  return answer.json();
}

const FOUND = { index: 0, label: "Encontrados" };

/**
 * The data for the library: all emojis by kind, or the search results under one heading. The library searches them
 * again (including the middle of words) and sorts by matching tags, so a result carries the text as its tag, as often
 * as it fits well.
 */
function dataFor(emojis: EmojiData["emojis"], text: string): EmojiData {
  const base = { locale: "pt", skinTones: SKIN_TONES } as const;
  if (text === "") return { ...base, emojis, categories: CATEGORIES };
  const foundEmojis = findEmojis(emojis, text).map(({ emoji, fit }) => ({
    ...emoji,
    category: FOUND.index,
    tags: Array<string>(fit).fill(text),
  }));
  return { ...base, emojis: foundEmojis, categories: [FOUND] };
}

/** All emojis by kind, with a search in Portuguese and arrow-key navigation. */
export function EmojiPicker({ onPick, onFailure }: Props) {
  const [text, setText] = useState("");
  const reading = useRef<ReturnType<typeof readEmojis>>(undefined);
  async function resolve(signal: AbortSignal | undefined) {
    reading.current ??= readEmojis();
    const emojis = await reading.current.catch((error: unknown) => {
      if (!signal?.aborted) {
        showToast({ type: "error", title: commonErrors.NETWORK_ERROR });
        onFailure();
      }
      throw error;
    });
    return dataFor(emojis, text);
  }
  return (
    <Picker.Root
      locale="pt"
      columns={7}
      // The library reloads its data when this changes.
      emojibaseUrl={text}
      resolveEmojiData={(_, { signal }) => resolve(signal)}
      onEmojiSelect={({ emoji }) => onPick(emoji)}
      className="flex h-76 flex-col"
    >
      <Picker.Search
        aria-label="Buscar emoji"
        placeholder="Buscar emoji..."
        onChange={({ currentTarget }) => setText(currentTarget.value.trim())}
        className="mx-5 mt-1 mb-2 min-h-11 rounded-control border border-field-line bg-canvas px-3 text-ink placeholder:text-muted placeholder:opacity-100 [&::-webkit-search-cancel-button]:appearance-none"
      />
      <Picker.Viewport className="relative flex-1 px-2 -outline-offset-2">
        <Picker.Loading className="absolute inset-0 grid place-items-center text-14 text-muted">
          Carregando…
        </Picker.Loading>
        <Picker.Empty className="absolute inset-0 grid place-items-center text-14 text-muted">
          Nenhum emoji encontrado
        </Picker.Empty>
        <Picker.List className="select-none pb-2" components={PARTS} />
      </Picker.Viewport>
    </Picker.Root>
  );
}
