import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { ComboboxOption, ComboboxProps } from "~/ui/combobox-field.tsx";
import { findListMove } from "~/ui/rules.ts";

type Part = Pick<ComboboxProps, "options" | "value" | "onValueChange" | "onSearch" | "onBlur">;

/** What is typed, whether the list is open and which option the arrow keys stand on. */
export function useCombobox({ options, value, onValueChange, onSearch, onBlur }: Part) {
  // Undefined: nobody is typing, and the chosen option stands in the field.
  const [typed, setTyped] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const [position, setPosition] = useState(0);
  const active = isOpen ? Math.min(position, options.length - 1) : -1;

  function close() {
    setIsOpen(false);
    setTyped(undefined);
  }
  function type(text: string) {
    setTyped(text);
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
    const chosen = options[active];
    const next = findListMove(event.key, active, options.length);
    if (event.key === "Enter" && isOpen) {
      if (chosen) choose(chosen);
    } else if (event.key === "Escape" && isOpen) close();
    else if (next !== undefined) {
      setIsOpen(true);
      setPosition(next);
    } else return;
    // Taken here: no submit, no caret at the other end, and no closing of the dialog around it.
    event.preventDefault();
    event.stopPropagation();
  }
  function handleBlur() {
    close();
    onBlur?.();
  }
  return {
    isOpen,
    active,
    typed: typed?.trim() ?? "",
    text: typed ?? value?.label ?? "",
    type,
    choose,
    handleKeyDown,
    handleBlur,
  };
}

/** Brings the list, and in it the option the keys stand on, into view: it opens near the keyboard of a phone. */
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
