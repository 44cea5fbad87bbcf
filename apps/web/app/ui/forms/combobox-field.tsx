import { countWords } from "@caramelo/contract/formats/counts";
import { Check, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { useIsHydrated } from "~/platform/hydration.ts";
import { cx } from "~/ui/basics/cx.ts";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/forms/control-class.ts";
import { type ControlNames, Field, type FieldTexts } from "~/ui/forms/field.tsx";
import { type ComboboxOption, type ComboboxState, useCombobox, useListInView } from "~/ui/forms/use-combobox.ts";
import { POPUP_CLASS } from "~/ui/overlays/popup-class.ts";
import { Spinner } from "~/ui/states/spinner.tsx";

type Props = FieldTexts &
  ComboboxState & {
    isLoading?: boolean;
    /** The search starts at this many letters; fewer show "Digite ao menos…". */
    minLength?: number;
    emptyText?: ReactNode;
    placeholder?: string;
    icon?: ReactNode;
  };

/**
 * A field in which the member types a few letters and picks a result. Base UI's combobox is not used, because it hides
 * the rest of the page from screen readers while open and leaves its fields in the tab order.
 */
export function ComboboxField(props: Props) {
  const { label, hint, error } = props;
  return (
    <Field label={label} hint={hint} error={error}>
      {(names) => <Combobox {...props} names={names} />}
    </Field>
  );
}

function Combobox(props: Props & { names: ControlNames }) {
  const { names, options, value, icon, placeholder } = props;
  const input = useRef<HTMLInputElement>(null);
  const isHydrated = useIsHydrated();
  const box = useCombobox(props);
  const status = box.isOpen ? describeSearch(props, box.typed) : null;
  const hasList = box.isOpen && options.length > 0;
  const popup = useListInView(hasList || status !== null, options.length, box.active);
  const listId = `${names.id}-list`;
  return (
    <div className="relative">
      <div className={cx(CONTROL_FRAME, CONTROL_LINE, "pr-0.5")}>
        {icon != null && <span className="text-muted [&>svg]:size-5">{icon}</span>}
        <input
          {...names}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={hasList ? `${listId}-${box.active}` : undefined}
          ref={input}
          value={box.text}
          readOnly={!isHydrated}
          onChange={(event) => box.type(event.target.value)}
          onKeyDown={box.handleKeyDown}
          onBlur={box.close}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          className={cx(CONTROL_INPUT, "text-ellipsis")}
        />
        {box.text !== "" && <Clear onClear={() => box.type("")} input={input} />}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press in here must not take the focus from the input, which would close the list under the finger */}
      <div
        ref={popup}
        onMouseDown={(event) => event.preventDefault()}
        className={
          hasList || status !== null
            ? cx(POPUP_CLASS, "absolute inset-x-0 top-full z-10 mt-1.5 scroll-my-4 p-1.5")
            : "contents"
        }
      >
        <div role="status" className="text-14 text-muted">
          {status ?? (hasList && <span className="sr-only">{countResults(options.length)}</span>)}
        </div>
        {hasList && (
          <div
            role="listbox"
            id={listId}
            aria-label="Sugestões"
            className="max-h-[min(20rem,32dvh)] overflow-y-auto overscroll-contain"
          >
            {options.map((option, index) => (
              <Option
                key={option.value}
                id={`${listId}-${index}`}
                option={option}
                isActive={index === box.active}
                isChosen={option.value === value?.value}
                onChoose={() => box.choose(option)}
              />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

/** Not in the tab order, because the keyboard can clear the field directly. */
function Clear({ onClear, input }: { onClear: () => void; input: React.RefObject<HTMLInputElement | null> }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label="Limpar"
      onClick={() => {
        onClear();
        input.current?.focus();
      }}
      className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover-mouse:text-ink"
    >
      <X aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  );
}

type OptionProps = { id: string; option: ComboboxOption; isActive: boolean; isChosen: boolean; onChoose: () => void };

function Option({ id, option, isActive, isChosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
    <div
      role="option"
      id={id}
      aria-selected={isChosen}
      tabIndex={-1}
      onClick={onChoose}
      className={cx(
        "press-row flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-1.5 -outline-offset-2 hover-mouse:bg-tint",
        isActive && "bg-primary/10 forced-colors:outline-2",
      )}
    >
      <span className="grid min-w-0 wrap-break-word">
        <span>{option.label}</span>
        {option.hint && <span className="text-13 text-muted">{option.hint}</span>}
      </span>
      {isChosen && <Check aria-hidden className="size-4 shrink-0 text-primary" strokeWidth={2.5} />}
    </div>
  );
}

const countResults = (count: number) => countWords(count, "resultado", "resultados");

function describeSearch({ options, isLoading, minLength = 2, emptyText }: Props, typedText: string) {
  if (typedText.length > 0 && typedText.length < minLength)
    return <SearchStatus>Digite ao menos {minLength} letras</SearchStatus>;
  if (isLoading) return <SearchStatus isBusy>Procurando…</SearchStatus>;
  if (typedText.length >= minLength && options.length === 0)
    return <SearchStatus>{emptyText ?? "Nada encontrado"}</SearchStatus>;
  return null;
}

function SearchStatus({ children, isBusy }: { children: ReactNode; isBusy?: boolean }) {
  return (
    <span className="flex min-h-11 items-center gap-2 px-3">
      {isBusy && <Spinner className="size-4" />}
      <span>{children}</span>
    </span>
  );
}
