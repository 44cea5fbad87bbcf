import { Slider as Base } from "@base-ui/react/slider";
import { type ReactNode, useId } from "react";
import { cx } from "~/ui/cx.ts";

type Shared = {
  label: ReactNode;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  className?: string;
};

type SliderProps = Shared & {
  value: number;
  onValueChange: (value: number) => void;
  /** The value in words, such as "até 50 km". */
  describe: (value: number) => string;
};

/** One number on a line. */
export function Slider({ value, onValueChange, describe, label, ...line }: SliderProps) {
  return (
    <Line
      {...line}
      label={label}
      words={describe(value)}
      values={[value]}
      onChange={([next]) => next !== undefined && onValueChange(next)}
    />
  );
}

export type Span = readonly [from: number, to: number];

type RangeProps = Shared & {
  value: Span;
  onValueChange: (value: Span) => void;
  describe: (value: Span) => string;
  /** What each thumb sets, such as "Idade mínima" and "Idade máxima". */
  thumbLabels: readonly [from: string, to: string];
};

/** From one number to another: two thumbs that do not pass each other. */
export function RangeSlider({ value, onValueChange, describe, thumbLabels, label, ...line }: RangeProps) {
  function handleChange([from, to]: readonly number[]) {
    if (from !== undefined && to !== undefined) onValueChange([from, to]);
  }
  return (
    <Line
      {...line}
      label={label}
      words={describe(value)}
      values={value}
      thumbLabels={thumbLabels}
      onChange={handleChange}
    />
  );
}

type LineProps = Shared & {
  words: string;
  values: readonly number[];
  thumbLabels?: readonly string[];
  onChange: (values: readonly number[]) => void;
};

const THUMB =
  "size-5.5 rounded-full border-2 border-primary bg-surface shadow-[0_1px_3px_var(--shadow-far)] after:absolute after:-inset-[11px] after:rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary";

function Line({ label, words, values, thumbLabels, onChange, className, ...range }: LineProps) {
  const id = useId();
  return (
    <Base.Root
      {...range}
      value={[...values]}
      onValueChange={(next) => onChange(Array.isArray(next) ? next : [next])}
      aria-labelledby={id}
      className={cx("grid gap-1.5", className)}
    >
      <div className="flex items-baseline justify-between gap-3">
        <span id={id} className="text-14 leading-[1.3] font-semibold">
          {label}
        </span>
        <span className="text-14 text-muted tabular-nums">{words}</span>
      </div>
      <Base.Control className="flex h-11 touch-none items-center px-[11px] select-none data-disabled:opacity-50">
        <Base.Track className="h-1 w-full rounded-full bg-line forced-colors:bg-[CanvasText]">
          <Base.Indicator className="rounded-full bg-primary" />
          {values.map((_, place) => (
            <Base.Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: a thumb is its place
              key={place}
              index={place}
              aria-labelledby={thumbLabels ? undefined : id}
              aria-label={thumbLabels?.[place]}
              getAriaValueText={(_formatted, value) => (values.length === 1 ? words : String(value))}
              className={THUMB}
            />
          ))}
        </Base.Track>
      </Base.Control>
    </Base.Root>
  );
}
