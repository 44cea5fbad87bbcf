import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { type Options, SelectField } from "~/ui/forms/select-field.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";
import { useListAddress } from "~/ui/lists/use-list-address.ts";

export type FilterField = {
  /** The name of the parameter in the address. */
  name: string;
  label: string;
  /** With options the field is a choice, without them a text. */
  options?: Options;
  type?: "date";
  placeholder?: string;
  maxLength?: number;
  className: string;
};

type Props = {
  fields: readonly FilterField[];
  /** The values in the address, by field. */
  values: Readonly<Record<string, string>>;
  children?: ReactNode;
};

/**
 * A filter that is kept in the address. A choice applies at once, and a text after a pause in typing or with Enter. The
 * list below announces what it found.
 */
export function FilterForm({ fields, values, children }: Props) {
  const { search, change, clear } = useListAddress();
  const [clears, setClears] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  function clearAll() {
    setClears(clears + 1);
    clear();
    // The button goes away, and the focus must not go with it.
    form.current?.focus();
  }
  return (
    <search>
      <form ref={form} tabIndex={-1} noValidate onSubmit={stay} className="flex flex-wrap items-end gap-3 outline-none">
        {fields.map(({ options, ...field }) => {
          const value = values[field.name] ?? "";
          if (!options) {
            const write = (text: string | undefined) => change(field.name, text, { replace: true });
            // The key clears the text that is being typed together with the filter.
            return <TypedField key={`${field.name}-${clears}`} field={field} value={value} onWrite={write} />;
          }
          return (
            <SelectField
              key={field.name}
              {...field}
              value={value}
              onChange={({ currentTarget }) => change(field.name, currentTarget.value)}
              options={options}
            />
          );
        })}
        {search.size > 0 && (
          <Button variant="ghost" size="field" onClick={clearAll} className="max-md:basis-full">
            Limpar filtro
          </Button>
        )}
        {children}
      </form>
    </search>
  );
}

/** Enter in a field must not load the page again. */
const stay = (event: FormEvent) => event.preventDefault();

type TypedFieldProps = {
  field: Omit<FilterField, "options">;
  value: string;
  onWrite: (text: string | undefined) => void;
};

function TypedField({ field, value, onWrite }: TypedFieldProps) {
  const { text, type, apply } = useSearch({ q: value || undefined, tidy, write: onWrite });
  return (
    <TextField
      {...field}
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => key === "Enter" && apply()}
    />
  );
}

const tidy = (text: string): string | undefined => text.trim() || undefined;
