import { ChevronDown } from "lucide-react";
import type { ChangeEvent } from "react";
import { cx } from "~/ui/basics/cx.ts";
import type { Options } from "~/ui/forms/select-field.tsx";

type Props = {
  /** What the chip filters by. It also says so while nothing is chosen. */
  label: string;
  value: string;
  /** The first option stands for no filter. */
  options: Options;
  onChange: (value: string) => void;
  /** Says the label before the chosen option, as "Premium: sim". For options that say nothing alone. */
  isLabelled?: boolean;
  className?: string;
};

/**
 * A filter of a list as small as what it says. The browser's own list of options lies over it, invisible, because a
 * select is as wide as its longest option. It is 40 px high where there is a mouse, and 44 px where there is none.
 */
export function FilterChip({ label, value, options, onChange, isLabelled = false, className }: Props) {
  const chosen = options.find(([option]) => option === value && option !== options[0]?.[0])?.[1];
  const text = isLabelled && chosen ? `${label}: ${chosen.toLowerCase()}` : chosen;
  return (
    <span
      className={cx(
        "relative inline-flex h-11 shrink-0 items-center gap-1 rounded-control border px-2.5 text-14 font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary md:h-10",
        chosen
          ? "border-primary bg-tint shadow-[inset_0_0_0_1px_var(--primary)]"
          : "border-line bg-surface hover-mouse:border-field-line hover-mouse:bg-tint",
        className,
      )}
    >
      <span aria-hidden>{text ?? label}</span>
      <ChevronDown aria-hidden className="size-4 text-muted" strokeWidth={1.75} />
      <select
        aria-label={label}
        value={value}
        onChange={({ currentTarget }: ChangeEvent<HTMLSelectElement>) => onChange(currentTarget.value)}
        className="absolute inset-0 cursor-pointer opacity-0 [&>option]:bg-raised"
      >
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}
