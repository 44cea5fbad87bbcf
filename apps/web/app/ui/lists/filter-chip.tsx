import { ChevronDown } from "lucide-react";
import type { ChangeEvent } from "react";
import { cx } from "~/ui/basics/cx.ts";
import type { Options } from "~/ui/forms/select-field.tsx";
import { chipClass } from "~/ui/lists/chip-class.ts";

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
 * select is as wide as its longest option.
 */
export function FilterChip({ label, value, options, onChange, isLabelled = false, className }: Props) {
  const chosen = options.find(([option]) => option === value && option !== options[0]?.[0])?.[1];
  const text = isLabelled && chosen ? `${label}: ${chosen.toLowerCase()}` : chosen;
  return (
    <span className={cx(chipClass(chosen !== undefined), className)}>
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
