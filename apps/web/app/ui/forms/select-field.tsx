import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CONTROL_FRAME, CONTROL_INPUT } from "~/ui/forms/control-class.ts";
import { Field, type FieldTexts } from "~/ui/forms/field.tsx";

export type Options = readonly (readonly [value: string, label: string])[];

type Props = Omit<ComponentProps<"select">, "id" | "className" | "children"> &
  FieldTexts & { options: Options; className?: string };

/** The options of a required choice, from the texts of its values. Initially none is chosen. */
export const choicesOf = (texts: Record<string, string>): Options => [["", "Escolha"], ...Object.entries(texts)];

/** A choice among many options, with the browser's list. */
export function SelectField({ label, hint, error, className, options, ...select }: Props) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(names) => (
        <div className={cx(CONTROL_FRAME, "relative")}>
          <select
            {...select}
            {...names}
            className={cx(CONTROL_INPUT, "h-11.5 appearance-none pr-10 pl-3.5 [&>option]:bg-raised")}
          >
            {options.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute right-3.5 size-5 text-muted"
            strokeWidth={1.75}
          />
        </div>
      )}
    </Field>
  );
}
