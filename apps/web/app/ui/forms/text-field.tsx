import { typedMax } from "@caramelo/contract/formats/typed-max";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CONTROL_FRAME, CONTROL_INPUT, CONTROL_LINE } from "~/ui/forms/control-class.ts";
import { Field, type FieldTexts } from "~/ui/forms/field.tsx";

type Props = Omit<ComponentProps<"input">, "id" | "className"> &
  FieldTexts & {
    /** An icon before the text. */
    icon?: ReactNode;
    /** A control after the text. */
    trailing?: ReactNode;
    aside?: ReactNode;
    className?: string;
  };

/** One line of text. Accepts every native input property, including `ref`; `maxLength` is in characters. */
export function TextField({ label, hint, error, icon, trailing, aside, className, maxLength, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error} aside={aside} className={className}>
      {(names) => (
        <div className={cx(CONTROL_FRAME, CONTROL_LINE, trailing != null && "pr-0.5")}>
          {icon != null && <span className="text-muted [&>svg]:size-5">{icon}</span>}
          <input {...input} {...names} maxLength={maxLength && typedMax(maxLength)} className={CONTROL_INPUT} />
          {trailing}
        </div>
      )}
    </Field>
  );
}

/** A field for an e-mail address; keyboards neither capitalize nor correct it. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} required {...props} />;
}
