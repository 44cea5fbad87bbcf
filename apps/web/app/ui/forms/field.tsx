import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "~/ui/basics/cx.ts";

export type FieldTexts = {
  label: ReactNode;
  /** How to fill in the control, shown below it. */
  hint?: ReactNode;
  /** The error in words. It marks the control as invalid. */
  error?: string;
};

export type ControlNames = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type Props = FieldTexts & {
  /** Shown to the right of the label, such as a counter or "opcional". */
  aside?: ReactNode;
  className?: string;
  children: (names: ControlNames) => ReactNode;
};

/**
 * A label above and hint and error below a control. `children` renders the control with the attributes that connect
 * them.
 */
export function Field({ label, hint, error, aside, className, children }: Props) {
  const id = useId();
  return (
    <div className={cx("grid grid-cols-1 content-start gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id} className="text-14 leading-[1.3] font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children(nameControl(id, hint, error))}
      <FieldFoot id={id} hint={hint} error={error} />
    </div>
  );
}

/** The attributes that connect a control to its label, hint and error. */
export function nameControl(id: string, hint: ReactNode, error: string | undefined): ControlNames {
  const described = cx(error && `${id}-error`, hint != null && `${id}-hint`);
  return { id, "aria-describedby": described || undefined, "aria-invalid": error ? true : undefined };
}

/** The error and the hint of a control, with the ids used by `nameControl`. */
export function FieldFoot({ id, hint, error }: { id: string; hint?: ReactNode; error?: string }) {
  return (
    <>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint != null && (
        <p id={`${id}-hint`} className="text-13 text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex gap-1.5 text-14 leading-[1.35] font-medium text-danger">
      <CircleAlert aria-hidden className="mt-[0.09em] size-4 shrink-0" />
      {children}
    </p>
  );
}
