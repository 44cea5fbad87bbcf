import { Lock } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/forms/control-class.ts";
import { FieldFoot, nameControl } from "~/ui/forms/field.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import type { TextSetting } from "../queries.ts";
import { type RateForm, readRate, unitOptions, writeRate } from "./rate-rules.ts";
import { SourceMark } from "./setting-field.tsx";

type Props = {
  setting: TextSetting;
  label: string;
  hint: ReactNode;
  error: string | undefined;
  /** The stored limit, such as "10/900". */
  text: string;
  onText: (text: string) => void;
};

/** A limit: a count per period. A value set by the environment is read-only. */
export function RateField({ setting, label, hint, error, text, onText }: Props) {
  const id = useId();
  const { id: _, ...described } = nameControl(id, hint, error);
  // Keep the typed form while it equals the stored text, so that "60 minutes" does not turn into "1 hour" during
  // typing.
  const [typedRate, setTypedRate] = useState(() => readRate(text));
  const form = writeRate(typedRate) === text ? typedRate : readRate(text);
  const isFixed = setting.source === "environment";
  function change(part: Partial<RateForm>) {
    const changedForm = { ...form, ...part };
    setTypedRate(changedForm);
    onText(writeRate(changedForm));
  }
  const number = (field: "times" | "span", name: string) => (
    <span className={cx(CONTROL_FRAME, CONTROL_LINE, "w-24!")}>
      <input
        {...described}
        aria-label={`${label}: ${name}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        readOnly={isFixed}
        value={form[field]}
        onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
        className={cx(CONTROL_INPUT, "tabular-nums")}
      />
    </span>
  );
  return (
    <fieldset aria-labelledby={`${id}-label`} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3 max-[22rem]:flex-wrap">
        <span id={`${id}-label`} className="text-14 leading-[1.3] font-semibold">
          {label}
        </span>
        <SourceMark setting={setting} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isFixed && <Lock aria-hidden className="size-5 text-muted" strokeWidth={1.75} />}
        {number("times", "quantas vezes")}
        <span aria-hidden className="text-14 text-muted">
          em
        </span>
        {number("span", "em quanto tempo")}
        <SelectField
          label={<span className="sr-only">{label}: unidade de tempo</span>}
          value={form.unit}
          disabled={isFixed}
          // The options of the field are the units.
          onChange={({ currentTarget }) => change({ unit: currentTarget.value as RateForm["unit"] })}
          options={unitOptions(form.span)}
          className="w-34 gap-0!"
        />
      </div>
      <FieldFoot id={id} {...(error && { error })} hint={hint} />
    </fieldset>
  );
}
