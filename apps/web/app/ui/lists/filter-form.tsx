import { type FormEvent, type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
import { Button } from "~/ui/basics/button.tsx";
import { type Options, SelectField } from "~/ui/forms/select-field.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";

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

/** A filter that is applied with a button and then kept in the address. */
export function FilterForm({ fields, values, children }: Props) {
  const [search, setSearch] = useSearchParams();
  const address = search.toString();
  // Typed values belong to the present address: a link to another filter, or Back, fills the form again from the new
  // address.
  const [typed, setTyped] = useState({ address, values });
  const form = typed.address === address ? typed.values : values;
  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const pairs = fields.map(({ name }): [string, string] => [name, form[name]?.trim() ?? ""]);
    setSearch(pairs.filter(([, value]) => value !== ""));
  }
  return (
    <form noValidate onSubmit={apply} className="flex flex-wrap items-end gap-3">
      {fields.map(({ options, ...field }) => {
        const control = {
          ...field,
          value: form[field.name] ?? "",
          onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
            setTyped({ address, values: { ...form, [field.name]: currentTarget.value } }),
        };
        if (options) return <SelectField key={field.name} {...control} options={options} />;
        return <TextField key={field.name} {...control} />;
      })}
      <Button type="submit" size="field" className="max-md:flex-1">
        Filtrar
      </Button>
      {children}
    </form>
  );
}
