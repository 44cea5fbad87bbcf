import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { FieldFoot, nameControl } from "~/ui/forms/field.tsx";

type Props = Omit<ComponentProps<"input">, "id" | "type" | "className"> & {
  /** The label, which may contain links. */
  children: ReactNode;
  hint?: ReactNode;
  error?: string;
  className?: string;
};

const BOX =
  "peer size-5 shrink-0 appearance-none rounded-small border-[1.5px] border-field-line bg-field transition-[background-color,border-color] checked:border-primary checked:bg-primary aria-invalid:border-danger disabled:opacity-50";

export function Checkbox({ children, hint, error, className, required, ...input }: Props) {
  const id = useId();
  return (
    <div className={cx("grid grid-cols-1 gap-1", className)}>
      <label className="flex min-h-11 items-start gap-2.5 py-2.5 leading-[1.45]">
        <span className="relative mt-[0.1em] grid shrink-0 place-items-center">
          <input
            {...input}
            {...nameControl(id, hint, error)}
            type="checkbox"
            // Not `required`: browsers mark an empty checkbox invalid before the form is submitted.
            aria-required={required}
            className={BOX}
          />
          <Check
            aria-hidden
            strokeWidth={3.25}
            className="pointer-events-none absolute size-3.5 text-on-primary opacity-0 transition-opacity peer-checked:opacity-100 forced-colors:text-[CanvasText]"
          />
        </span>
        <span>{children}</span>
      </label>
      {(hint != null || error) && (
        // The padding aligns hint and error with the label, not the checkbox.
        <div className="grid gap-1 pb-1 pl-7.5">
          <FieldFoot id={id} hint={hint} error={error} />
        </div>
      )}
    </div>
  );
}
