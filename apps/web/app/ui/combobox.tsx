import { Combobox as Base } from "@base-ui/react/combobox";
import { Check, X } from "lucide-react";
import { useState } from "react";
import type { ComboboxOption, ComboboxProps } from "~/ui/combobox-field.tsx";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/control-class.ts";
import { cx } from "~/ui/cx.ts";
import { Field } from "~/ui/field.tsx";
import { POPUP_CLASS } from "~/ui/popup-class.ts";
import { Spinner } from "~/ui/spinner.tsx";

/** The working half of `ComboboxField`; use that one. */
export function Combobox(props: ComboboxProps) {
  const { label, hint, error, className, options, value, onValueChange, onSearch } = props;
  const [typed, setTyped] = useState("");
  return (
    <Base.Root<ComboboxOption>
      items={withChosen(options, value)}
      filter={null}
      autoHighlight
      value={value}
      onValueChange={onValueChange}
      itemToStringLabel={(option) => option.label}
      isItemEqualToValue={(one, other) => one.value === other.value}
      onInputValueChange={(text, { reason }) => {
        setTyped(reason === "item-press" ? "" : text.trim());
        if (reason === "input-change" || reason === "input-clear" || reason === "clear-press") onSearch(text.trim());
      }}
    >
      <Field label={label} hint={hint} error={error} className={className}>
        {(names) => <ComboboxInput {...props} names={names} />}
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={6} className="z-40 outline-none">
          <Base.Popup className={cx(POPUP_CLASS, "w-(--anchor-width) p-1.5")}>
            <Base.Status className="text-14 text-muted">{describeSearch(props, typed)}</Base.Status>
            <Base.List className="max-h-[min(var(--available-height),20rem)] overflow-y-auto overscroll-contain outline-none">
              {(option: ComboboxOption) => <Option key={option.value} option={option} />}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

type InputProps = ComboboxProps & { names: Parameters<Parameters<typeof Field>[0]["children"]>[0] };

function ComboboxInput({ names, icon, placeholder, name, onBlur, inputRef }: InputProps) {
  return (
    <Base.InputGroup className={cx(CONTROL_FRAME, CONTROL_LINE, "pr-0.5")}>
      {icon != null && <span className="text-muted [&>svg]:size-5">{icon}</span>}
      <Base.Input
        {...names}
        // While the list is open the label is hidden from screen readers, which leaves "for" without effect.
        aria-labelledby={`${names.id}-label`}
        data-name={name}
        ref={inputRef}
        onBlur={onBlur}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        className={CONTROL_INPUT}
      />
      <Base.Clear
        aria-label="Limpar"
        className="grid size-11 place-items-center rounded-control text-muted hover-mouse:text-ink"
      >
        <X aria-hidden className="size-5" strokeWidth={1.75} />
      </Base.Clear>
    </Base.InputGroup>
  );
}

function Option({ option }: { option: ComboboxOption }) {
  return (
    <Base.Item
      value={option}
      className="flex min-h-11 cursor-pointer items-center justify-between gap-3 rounded-control px-3 py-1.5 outline-none data-highlighted:bg-primary/10"
    >
      <span className="grid">
        {option.label}
        {option.hint && <span className="text-13 text-muted">{option.hint}</span>}
      </span>
      <Base.ItemIndicator>
        <Check aria-hidden className="size-4 text-primary" strokeWidth={2.5} />
      </Base.ItemIndicator>
    </Base.Item>
  );
}

/** The chosen one stays in the list, so that it stays marked while other results come and go. */
function withChosen(options: readonly ComboboxOption[], value: ComboboxOption | null) {
  if (!value || options.some((option) => option.value === value.value)) return options;
  return options.length === 0 ? [value] : options;
}

function describeSearch({ options, isLoading, minLength = 2, emptyText }: ComboboxProps, typed: string) {
  if (typed.length > 0 && typed.length < minLength) return <Line>Digite ao menos {minLength} letras</Line>;
  if (isLoading) return <Line isBusy>Procurando…</Line>;
  if (typed.length >= minLength && options.length === 0) return <Line>{emptyText ?? "Nada encontrado"}</Line>;
  return null;
}

function Line({ children, isBusy }: { children: React.ReactNode; isBusy?: boolean }) {
  return (
    <span className="flex min-h-11 items-center gap-2 px-3">
      {isBusy && <Spinner className="size-4" />}
      <span>{children}</span>
    </span>
  );
}
