import { ChevronDown } from "lucide-react";
import type { ChangeEvent } from "react";
import { cx } from "~/ui/basics/cx.ts";
import type { Options } from "~/ui/forms/select-field.tsx";
import { useSearch } from "~/ui/forms/use-search.ts";

/** A small filter control: 40 px high with a mouse, 44 px without. */
const chipClass = (isChosen: boolean): string =>
  cx(
    "relative inline-flex h-11 shrink-0 items-center gap-1 rounded-control border px-2.5 text-14 font-medium whitespace-nowrap has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary md:h-10",
    isChosen
      ? "border-primary bg-tint shadow-[inset_0_0_0_1px_var(--primary)]"
      : "border-line bg-surface hover-mouse:border-field-line hover-mouse:bg-tint",
  );

type Props = {
  /** What the chip filters by; shown while nothing is chosen. */
  label: string;
  value: string;
  /** The first option means no filter. */
  options: Options;
  onChange: (value: string) => void;
  /** Prefixes the chosen option with the label, as "Premium: sim". For options that need it to be understood. */
  isLabelled?: boolean;
  className?: string;
};

/**
 * A compact list filter. The browser's select overlays it invisibly, because a select is as wide as its longest option.
 */
export function FilterChip({ label, value, options, onChange, isLabelled = false, className }: Props) {
  const chosenLabel = options.find(([option]) => option === value && option !== options[0]?.[0])?.[1];
  const text = isLabelled && chosenLabel ? `${label}: ${chosenLabel.toLowerCase()}` : chosenLabel;
  return (
    <span className={cx(chipClass(chosenLabel !== undefined), className)}>
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

type DateProps = { label: string; value: string; onChange: (value: string) => void };

/** A day filter. It applies after a pause, because each digit of a typed year gives another day. */
export function DateChip({ label, value, onChange }: DateProps) {
  const { text, type } = useSearch({
    q: value || undefined,
    tidy: (day) => day || undefined,
    write: (day) => onChange(day ?? ""),
  });
  return (
    <label className={chipClass(value !== "")}>
      {label}
      <input
        type="date"
        value={text}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        className={cx("h-full bg-transparent outline-none focus-visible:outline-none", !text && "text-muted")}
      />
    </label>
  );
}
