import { Slider as Base } from "@base-ui/react/slider";
import { type ReactNode, useId } from "react";

type SharedProps = {
  label: ReactNode;
  min: number;
  max: number;
  step?: number;
  disabled?: boolean;
  /** Shown below the track, e.g. what must be chosen first. */
  hint?: ReactNode;
};

type SliderProps = SharedProps & {
  value: number;
  onValueChange: (value: number) => void;
  /** The value in words, such as "até 50 km". */
  describe: (value: number) => string;
};

export function Slider({ value, onValueChange, describe, label, ...range }: SliderProps) {
  return (
    <Track
      {...range}
      label={label}
      words={describe(value)}
      values={[value]}
      onChange={([next]) => next !== undefined && onValueChange(next)}
    />
  );
}

export type Span = readonly [from: number, to: number];

type RangeProps = SharedProps & {
  value: Span;
  onValueChange: (value: Span) => void;
  describe: (value: Span) => string;
  /** The minimum distance between the thumbs, in steps. */
  minSteps?: number;
  /** The names of the thumbs, such as "Idade mínima" and "Idade máxima". */
  thumbLabels: readonly [from: string, to: string];
};

/** Chooses a range with two thumbs that do not pass each other. */
export function RangeSlider(props: RangeProps) {
  const { value, onValueChange, describe, thumbLabels, label, minSteps, ...range } = props;
  function handleChange([from, to]: readonly number[]) {
    if (from !== undefined && to !== undefined) onValueChange([from, to]);
  }
  return (
    <Track
      {...range}
      label={label}
      words={describe(value)}
      values={value}
      thumbLabels={thumbLabels}
      minStepsBetweenValues={minSteps}
      onChange={handleChange}
    />
  );
}

type TrackProps = SharedProps & {
  words: string;
  values: readonly number[];
  thumbLabels?: readonly string[];
  minStepsBetweenValues?: number;
  onChange: (values: readonly number[]) => void;
};

const THUMB =
  "size-5.5 rounded-full border-2 border-primary bg-surface shadow-[0_1px_3px_var(--shadow-far)] after:absolute after:-inset-[11px] after:rounded-full has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-primary";

function Track({ label, words, values, thumbLabels, onChange, hint, ...range }: TrackProps) {
  const id = useId();
  return (
    <Base.Root
      {...range}
      value={[...values]}
      onValueChange={(next) => onChange(Array.isArray(next) ? next : [next])}
      aria-labelledby={id}
      className="grid content-start gap-1.5"
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
          {values.map((_, index) => (
            <Base.Thumb
              // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only identity of a thumb
              key={index}
              index={index}
              aria-labelledby={thumbLabels ? undefined : id}
              aria-label={thumbLabels?.[index]}
              aria-describedby={hint == null ? undefined : `${id}-hint`}
              getAriaValueText={(_formatted, value) => (values.length === 1 ? words : String(value))}
              className={THUMB}
            />
          ))}
        </Base.Track>
      </Base.Control>
      {hint != null && (
        <p id={`${id}-hint`} className="-mt-1.5 text-13 text-muted">
          {hint}
        </p>
      )}
    </Base.Root>
  );
}
