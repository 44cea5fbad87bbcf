import { FilterX, SlidersHorizontal } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { IconButton } from "~/ui/basics/icon-button.tsx";
import { SearchField } from "~/ui/forms/search-field.tsx";
import type { Options } from "~/ui/forms/select-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";
import { DateChip, FilterChip } from "~/ui/lists/filter-chip.tsx";
import { useListAddress } from "~/ui/lists/use-list-address.ts";

export type FilterField = {
  /** The name of the parameter in the address. */
  name: string;
  label: string;
  /** With options the field is a choice, whose first option means no filter; otherwise it is a text. */
  options?: Options;
  type?: "date";
  placeholder?: string;
  maxLength?: number;
  /** The chip of a choice prefixes the chosen option with the label. */
  isLabelled?: boolean;
  /** The choice is the order of the list, not a filter. */
  isOrder?: boolean;
};

type Props = {
  fields: readonly FilterField[];
  /** The values in the address, by field. */
  values: Readonly<Record<string, string>>;
  /** Many choices: if they do not fit next to the search, they are below it, behind a button. */
  areFolded?: boolean;
  children?: ReactNode;
};

/**
 * The search and filters of a list in one low row, all stored in the address. A choice applies immediately, a text
 * after a pause in typing or with Enter. The list below announces its results.
 */
export function FilterForm({ fields, values, areFolded = false, children }: Props) {
  const { change, clear } = useListAddress();
  const [clears, setClears] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const choicesId = useId();
  const form = useRef<HTMLFormElement>(null);
  const texts = fields.filter((field) => !isChip(field));
  const chips = fields.filter(isChip);
  const inUse = fields.filter(({ name, isOrder }) => values[name] && !isOrder);
  const chosenCount = inUse.filter(isChip).length;
  function clearAll() {
    setClears(clears + 1);
    clear();
    // The button disappears, so move the focus first.
    form.current?.focus();
  }
  return (
    <form
      ref={form}
      tabIndex={-1}
      noValidate
      onSubmit={stay}
      className="flex flex-wrap items-center gap-2 outline-none xl:gap-1.5"
    >
      {texts.map((field) => (
        // The key clears the typed text together with the filters.
        <TypedField
          key={`${field.name}-${clears}`}
          field={field}
          value={values[field.name] ?? ""}
          onWrite={(text) => change(field.name, text, { replace: true })}
        />
      ))}
      {areFolded && (
        <Button
          variant="outline"
          size="field"
          aria-expanded={isOpen}
          aria-controls={choicesId}
          onClick={() => setIsOpen(!isOpen)}
          className="max-xl:px-3.5 md:h-10 md:min-h-0 xl:hidden"
        >
          <SlidersHorizontal aria-hidden strokeWidth={1.75} />
          <span className="max-sm:sr-only">Filtros</span>
          {chosenCount > 0 && <span className="tabular-nums">{chosenCount}</span>}
        </Button>
      )}
      <div
        id={choicesId}
        className={cx(
          "flex flex-wrap gap-2 xl:contents",
          areFolded && "max-xl:basis-full",
          areFolded && !isOpen && "max-xl:hidden",
        )}
      >
        {chips.map(({ name, label, options, isLabelled = false }) => {
          const chip = { label, value: values[name] ?? "", onChange: (value: string) => change(name, value) };
          if (!options) return <DateChip key={`${name}-${clears}`} {...chip} />;
          return <FilterChip key={name} {...chip} options={options} isLabelled={isLabelled} />;
        })}
      </div>
      {inUse.length > 0 && (
        <IconButton label="Limpar busca e filtros" onClick={clearAll} className="shrink-0 text-muted">
          <FilterX aria-hidden strokeWidth={1.75} />
        </IconButton>
      )}
      {children}
    </form>
  );
}

const isChip = ({ options, type }: FilterField) => options !== undefined || type === "date";

/** Enter in a field must not reload the page. */
const stay = (event: FormEvent) => event.preventDefault();

type TypedFieldProps = { field: FilterField; value: string; onWrite: (text: string | undefined) => void };

function TypedField({ field: { label, placeholder, maxLength }, value, onWrite }: TypedFieldProps) {
  const { text, type, apply } = useSearch({ q: value || undefined, tidy, write: onWrite });
  return (
    <SearchField
      label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      text={text}
      onType={type}
      onEnter={apply}
      isLow
      className="min-w-40 flex-1 xl:min-w-44"
    />
  );
}

const tidy = (text: string): string | undefined => text.trim() || undefined;
