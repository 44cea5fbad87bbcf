import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isComposing } from "~/ui/forms/is-composing.ts";

export type ComboboxOption = {
  value: string;
  label: string;
  /** A second line in a muted colour. */
  hint?: string;
};

/** The options, the chosen one, and the callbacks for choosing and typing. */
export type ComboboxState = {
  /** The results for the last typed text, shown unfiltered. */
  options: readonly ComboboxOption[];
  value: ComboboxOption | null;
  onValueChange: (option: ComboboxOption | null) => void;
  /** Called on each change of the typed text, but not when an option is chosen. Debounce before a request. */
  onSearch: (text: string) => void;
};

/** The state of a combobox: the typed text, whether the list is open, and which option is active. */
export function useCombobox({ options, value, onValueChange, onSearch }: ComboboxState) {
  // Undefined when the user is not typing; the field then shows the chosen option.
  const [typedText, setTypedText] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [position, setPosition] = useState(0);
  const active = isOpen ? Math.min(position, options.length - 1) : -1;

  function close() {
    setIsOpen(false);
    setTypedText(undefined);
  }
  function type(text: string) {
    setTypedText(text);
    setPosition(0);
    setIsOpen(text.trim() !== "");
    onSearch(text.trim());
    if (text === "" && value) onValueChange(null);
  }
  function choose(option: ComboboxOption) {
    onValueChange(option);
    close();
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const chosenOption = options[active];
    const next = findListMove(event.key, active, options.length);
    if (event.key === "Enter" && isOpen) {
      if (chosenOption) choose(chosenOption);
    } else if (event.key === "Escape" && isOpen) close();
    else if (next !== undefined) {
      setIsOpen(true);
      setPosition(next);
    } else return;
    // Otherwise the key would also submit the form, move the caret, or close the surrounding dialog.
    event.preventDefault();
    event.stopPropagation();
  }
  return {
    isOpen,
    active,
    typed: typedText?.trim() ?? "",
    text: typedText ?? value?.label ?? "",
    type,
    choose,
    handleKeyDown,
    close,
  };
}

/** Scrolls the list and its active option into view, because on phones the list opens near the keyboard. */
export function useListInView(isShown: boolean, count: number, active: number) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isShown && count >= 0) popup.current?.scrollIntoView({ block: "nearest" });
  }, [isShown, count]);
  useEffect(() => {
    if (active >= 0) popup.current?.querySelectorAll("[role=option]")[active]?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return popup;
}

/**
 * The index that an arrow key selects in a list of `count` options, wrapping at both ends; undefined for other keys.
 */
export function findListMove(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  return key === "ArrowUp" ? (at <= 0 ? count : at) - 1 : undefined;
}
