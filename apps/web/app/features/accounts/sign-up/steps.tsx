import { Check } from "lucide-react";
import { Fragment } from "react";
import { cx } from "~/ui/basics/cx.ts";

const STEPS = ["Seus dados", "Suas fotos"];

export function SignUpSteps({ current }: { current: 1 | 2 }) {
  return (
    <ol className="flex items-center gap-3 text-14 font-semibold text-muted">
      {STEPS.map((name, index) => {
        const step = index + 1;
        return (
          <Fragment key={name}>
            {index > 0 && <li aria-hidden className="w-10 border-t-[1.5px] border-line" />}
            <li
              aria-current={step === current ? "step" : undefined}
              className={cx("flex items-center gap-2", step === current && "text-ink")}
            >
              <span
                aria-hidden
                className={cx(
                  "grid size-6.5 place-items-center rounded-full border-[1.5px] leading-none",
                  step <= current ? "border-primary bg-primary text-on-primary" : "border-field-line",
                )}
              >
                {step < current ? <Check className="size-4" strokeWidth={2.5} /> : step}
              </span>
              <span>{name}</span>
              {step < current && <span className="sr-only">(concluído)</span>}
            </li>
          </Fragment>
        );
      })}
    </ol>
  );
}
