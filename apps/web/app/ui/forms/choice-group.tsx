import { Check } from "lucide-react";
import { type ChangeEvent, type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { compactChoicesClass } from "~/ui/basics/grid-class.ts";
import { FieldFoot, type FieldTexts, nameControl } from "~/ui/forms/field.tsx";

export type Choice<Value extends string> = { value: Value; label: ReactNode };

type Props<Value extends string> = FieldTexts &
  Pick<ComponentProps<"input">, "name" | "ref" | "onChange" | "onBlur" | "disabled" | "required"> & {
    choices: readonly Choice<Value>[];
    value: Value | null;
    onValueChange?: (value: Value) => void;
    /** For a narrow column: smaller text, and as many choices per row as fit. */
    isCompact?: boolean;
    className?: string;
  };

const OPTION =
  // The hidden input scrolls with its label, so that focusing it brings the label into view.
  "relative flex items-center justify-center gap-2 rounded-control border bg-field text-center leading-tight font-medium transition-[background-color,border-color,color] has-checked:border-primary has-checked:bg-[color-mix(in_srgb,var(--primary)_8%,var(--surface))] has-checked:text-primary has-checked:shadow-[inset_0_0_0_1px_var(--primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary has-disabled:opacity-50 hover-mouse:border-primary";

/** A row of radio buttons with a few choices and arrow-key navigation. */
export function ChoiceGroup<Value extends string>(props: Props<Value>) {
  const { label, hint, error, choices, value, onValueChange, isCompact, className, onChange, name } = props;
  const { ref, onBlur, disabled, required } = props;
  const id = useId();
  const { id: _, ...names } = nameControl(id, hint, error);
  function handleChange(event: ChangeEvent<HTMLInputElement>, chosenValue: Value) {
    onChange?.(event);
    onValueChange?.(chosenValue);
  }
  return (
    <div
      role="radiogroup"
      aria-labelledby={id}
      {...names}
      // Not `required` on each radio button: browsers mark those invalid before a choice was made.
      aria-required={required}
      className={cx("grid grid-cols-1 content-start gap-1.5", className)}
    >
      <span id={id} className="text-14 leading-[1.3] font-semibold">
        {label}
      </span>
      <div className={isCompact ? compactChoicesClass(choices.length) : gridClass(choices.length)}>
        {choices.map((choice) => (
          <label
            key={choice.value}
            className={cx(
              OPTION,
              isCompact ? "min-h-11 px-1.5 py-1.5 text-13" : "min-h-12 px-3 py-2",
              error ? "border-danger shadow-[inset_0_0_0_1px_var(--danger)]" : "border-field-line",
            )}
          >
            <input
              ref={ref}
              onBlur={onBlur}
              disabled={disabled}
              checked={choice.value === value}
              type="radio"
              name={name ?? id}
              value={choice.value}
              onChange={(event) => handleChange(event, choice.value)}
              className="peer sr-only"
            />
            {!isCompact && (
              <Check aria-hidden className="hidden size-4 shrink-0 peer-checked:block" strokeWidth={2.5} />
            )}
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
      <FieldFoot id={id} hint={hint} error={error} />
    </div>
  );
}

const gridClass = (count: number) => cx("grid gap-2", count === 3 ? "grid-cols-3" : "grid-cols-2");
