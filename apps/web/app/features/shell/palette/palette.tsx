import { countWords } from "@caramelo/contract/formats/counts";
import { Search } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { cx } from "~/ui/basics/cx.ts";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/forms/control-class.ts";
import { isComposing } from "~/ui/forms/is-composing.ts";
import { findListMove, useListInView } from "~/ui/forms/use-combobox.ts";
import { Dialog } from "~/ui/overlays/dialog.tsx";
import {
  ENTERED_MIN,
  matchEntries,
  PALETTE_TITLE,
  type PaletteEntry,
  type PaletteGroup,
  type PaletteSource,
  TYPED_MIN,
} from "./palette-rules.ts";
import { useSlashSwitch } from "./use-palette.ts";
import { usePaletteSearch } from "./use-palette-search.ts";

type Props = {
  /** Screens and actions, available immediately. */
  groups: readonly PaletteGroup[];
  sources: readonly PaletteSource[];
  onClose: () => void;
};

const LABEL = "Pessoa, pedido, tela ou ação";

/** Opens any person, order or screen of the office, and runs its actions, by a few letters and Enter. */
export function Palette({ groups, sources, onClose }: Props) {
  const [typedText, setTypedText] = useState("");
  const [position, setPosition] = useState(0);
  // The result of the last search with Enter (also for texts below the minimum length).
  const [enteredSearch, setEnteredSearch] = useState<{ text: string; words: string }>();
  const [hasSlash, switchSlash] = useSlashSwitch();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const text = typedText.trim();
  const search = usePaletteSearch(sources, text);
  // Search results come below the immediate entries, so that nothing moves under the pointer.
  const shownGroups = [
    ...groups.map(({ name, entries }) => ({ name, entries: matchEntries(entries, text) })),
    ...search.groups,
  ].filter(({ entries }) => entries.length > 0);
  const entries = shownGroups.flatMap((group) => group.entries);
  const active = Math.min(position, entries.length - 1);
  const list = useListInView(false, entries.length, active);

  function choose(entry: PaletteEntry) {
    onClose();
    if ("to" in entry) void navigate(entry.to);
    else entry.run();
  }
  async function enter() {
    const entry = entries[active];
    if (entry) return choose(entry);
    if (text.length < ENTERED_MIN) return;
    try {
      const foundPath = await search.findFirst();
      // The palette may have closed meanwhile, or the text may have changed.
      if (!foundPath) setEnteredSearch({ text, words: NOTHING });
      else if (input.current?.value.trim() === text) choose(foundPath);
    } catch (error) {
      setEnteredSearch({ text, words: messageOf(error) });
    }
  }
  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const next = findListMove(event.key, active, entries.length);
    if (next !== undefined) setPosition(next);
    else if (event.key === "Enter") void enter();
    else return;
    event.preventDefault();
  }
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={PALETTE_TITLE} initialFocus={input} isWide>
      <div className={cx(CONTROL_FRAME, CONTROL_LINE)}>
        <Search aria-hidden className="size-5 text-muted" strokeWidth={1.75} />
        <input
          ref={input}
          role="combobox"
          aria-label={LABEL}
          aria-autocomplete="list"
          aria-expanded={entries.length > 0}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={LABEL}
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
          value={typedText}
          onChange={({ currentTarget }) => {
            setTypedText(currentTarget.value);
            setPosition(0);
          }}
          onKeyDown={handleKey}
          className={cx(CONTROL_INPUT, "text-ellipsis")}
        />
      </div>
      {/* The height is fixed, so that the dialog does not move during typing. */}
      <div className="mt-2 h-[min(24rem,45dvh)] overflow-y-auto overscroll-contain" ref={list}>
        <div role="listbox" id={listId} aria-label="Resultados">
          <Groups groups={shownGroups} listId={listId} active={active} onPoint={setPosition} onChoose={choose} />
        </div>
        <Status
          isSearching={search.isSearching}
          outcome={
            search.failed ?? (entries.length === 0 && enteredSearch?.text === text ? enteredSearch.words : undefined)
          }
          count={entries.length}
          text={text}
        />
      </div>
      <div className="mt-2 border-t border-line pt-2 text-13 text-muted max-md:hidden">
        <Checkbox checked={hasSlash} onChange={({ currentTarget }) => switchSlash(currentTarget.checked)}>
          Abrir também com a tecla /
        </Checkbox>
      </div>
    </Dialog>
  );
}

type GroupsProps = {
  groups: readonly PaletteGroup[];
  listId: string;
  active: number;
  onPoint: (index: number) => void;
  onChoose: (entry: PaletteEntry) => void;
};

function Groups({ groups, listId, active, onPoint, onChoose }: GroupsProps) {
  const entries = groups.flatMap((group) => group.entries);
  return groups.map((group) => (
    // biome-ignore lint/a11y/useSemanticElements: in a listbox only this role groups options
    <div key={group.name} role="group" aria-label={group.name}>
      <p aria-hidden className="px-3 pt-2.5 pb-1 text-13 font-semibold text-muted">
        {group.name}
      </p>
      {group.entries.map((entry) => {
        const index = entries.indexOf(entry);
        return (
          <Option
            key={entry.key}
            id={`${listId}-${index}`}
            entry={entry}
            isActive={index === active}
            onPoint={() => onPoint(index)}
            onChoose={() => onChoose(entry)}
          />
        );
      })}
    </div>
  ));
}

type OptionProps = { id: string; entry: PaletteEntry; isActive: boolean; onPoint: () => void; onChoose: () => void };

function Option({ id, entry: { label, hint, icon: Icon }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 -outline-offset-2",
        isActive && "bg-primary/10 forced-colors:outline-2",
      )}
    >
      <Icon aria-hidden className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <span className="grid min-w-0 wrap-anywhere">
        <span>{label}</span>
        {hint && <span className="text-13 text-muted">{hint}</span>}
      </span>
    </div>
  );
}

type StatusProps = {
  isSearching: boolean;
  /** Why there is no entry, if known. */
  outcome: string | undefined;
  count: number;
  text: string;
};

const NOTHING = "Nada encontrado";

/** Shows the outcome of the search. The number of entries is only for screen readers. */
function Status({ isSearching, outcome, count, text }: StatusProps) {
  const isVisible = isSearching || outcome !== undefined || count === 0;
  return (
    <p role="status" className={isVisible ? "px-3 py-3 text-14 text-muted" : "sr-only"}>
      {isSearching
        ? "Procurando…"
        : (outcome ?? (count === 0 ? nothingText(text) : text && countWords(count, "resultado", "resultados")))}
    </p>
  );
}

/** The server was not asked for a text that is too short. */
const nothingText = (text: string): string =>
  text.length < TYPED_MIN ? `Digite ao menos ${TYPED_MIN} letras` : NOTHING;
