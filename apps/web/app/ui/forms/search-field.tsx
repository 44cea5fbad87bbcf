import { SEARCH_MAX } from "@caramelo/contract/limits";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/forms/control-class.ts";
import { isComposing } from "~/ui/forms/is-composing.ts";

type Props = {
  /** What the field searches, for screen readers and, without a `placeholder`, in the empty field. */
  label: string;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  text: string;
  onType: (text: string) => void;
  onEnter?: () => void;
  /** With a mouse, the field is 40 px high, like the filter chips next to it. */
  isLow?: boolean;
  className?: string;
};

/** A search field that filters a list during typing. */
export function SearchField({ label, placeholder = label, maxLength = SEARCH_MAX, text, ...props }: Props) {
  const { onType, onEnter, isLow = false, className } = props;
  const input = useRef<HTMLInputElement>(null);
  function clear() {
    onType("");
    input.current?.focus();
  }
  function handleKey(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (event.key === "Enter") onEnter?.();
    if (event.key !== "Escape" || !text) return;
    event.preventDefault();
    clear();
  }
  return (
    <search className={cx("block", className)}>
      <div className={cx(CONTROL_FRAME, CONTROL_LINE, text && "pr-0.5", isLow && "md:h-10 md:min-h-0!")}>
        <Search aria-hidden className="size-5 text-muted" strokeWidth={1.75} />
        <input
          ref={input}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          aria-label={label}
          placeholder={placeholder}
          maxLength={maxLength}
          value={text}
          onKeyDown={handleKey}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          className={cx(CONTROL_INPUT, "text-ellipsis")}
        />
        {text && (
          <IconButton label="Limpar busca" className="text-muted" onClick={clear}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </search>
  );
}
