import { shortDayText } from "@caramelo/contract/formats/moments";
import { cx } from "~/ui/basics/cx.ts";
import type { TrendDay } from "./queries.ts";
import { areaBelow, isAlone, listTicks, type Trend, trendPath } from "./rules.ts";

type Props = { days: readonly TrendDay[]; trend: Trend; label: string };

/** The number of days between two axis labels. */
const NAMED_DAYS = 6;

/** One number by day, as bars or as a line. The day under the pointer shows its value. */
export function TrendChart({ days, trend: { name, look, format }, label }: Props) {
  const values = days.map((day) => day[name]);
  const ticks = listTicks(Math.max(0, ...values.map((value) => value ?? 0)));
  const top = ticks.at(-1) ?? 1;
  const isLine = look === "line";
  // A line spans the chart's full width, so the columns of its first and last day extend beyond it.
  const overhang = isLine ? `${-50 / Math.max(1, days.length - 1)}%` : 0;
  return (
    <div
      role="img"
      aria-label={label}
      className="grid h-44 grid-cols-[auto_minmax(0,1fr)] gap-x-2 pt-1.5 pb-6 text-[0.75rem] leading-none text-muted tabular-nums"
    >
      <div className="flex flex-col-reverse justify-between text-right">
        {ticks.map((tick) => (
          <span key={tick} className="flex h-0 items-center justify-end">
            {format(tick)}
          </span>
        ))}
      </div>
      <div className="relative">
        <div className="absolute inset-0 flex flex-col justify-between *:h-0 *:border-t *:border-line">
          {ticks.map((tick) => (
            <span key={tick} />
          ))}
        </div>
        {isLine && <Line values={values} top={top} />}
        <div className="absolute inset-y-0 flex" style={{ left: overhang, right: overhang }}>
          {days.map(({ day }, at) => (
            <div key={day} className="group relative min-w-0 flex-1">
              <Mark value={values[at] ?? null} top={top} isLine={isLine} isAlone={isAlone(values, at)} />
              {at % NAMED_DAYS === 0 && (
                <span className="absolute top-full left-1/2 -translate-x-1/2 pt-2 whitespace-nowrap">
                  {shortDayText(day)}
                </span>
              )}
              {values[at] != null && (
                <span
                  className={cx(
                    "absolute top-0 z-1 hidden gap-1.5 rounded-small bg-ink px-2 py-1.5 whitespace-nowrap text-canvas group-hover:grid",
                    at < days.length / 2 ? "left-full" : "right-full",
                  )}
                >
                  <strong>{shortDayText(day)}</strong>
                  <span>{format(values[at])}</span>
                </span>
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

type MarkProps = { value: number | null; top: number; isLine: boolean; isAlone: boolean };

/** The bar of a day, or its point on the line, visible under the pointer or without a connecting line. */
function Mark({ value, top, isLine, isAlone: isShown }: MarkProps) {
  if (value === null) return null;
  const height = `${(value / top) * 100}%`;
  if (!isLine)
    return (
      <span
        className="absolute bottom-0 left-1/2 w-7/10 max-w-4.5 -translate-x-1/2 rounded-t-[3px] bg-primary"
        style={{ height }}
      />
    );
  return (
    <span
      className={cx(
        "absolute left-1/2 size-2 -translate-x-1/2 translate-y-1/2 rounded-full bg-primary",
        !isShown && "hidden group-hover:block",
      )}
      style={{ bottom: height }}
    />
  );
}

const BOX = 1_000;

/** The line of all days, with a light area below it. */
function Line({ values, top }: { values: readonly (number | null)[]; top: number }) {
  const line = trendPath(values, BOX, BOX, [0, top]);
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${BOX} ${BOX}`}
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible text-primary"
    >
      <path d={areaBelow(line, BOX)} className="fill-current opacity-12" />
      <path d={line} vectorEffect="non-scaling-stroke" className="fill-none stroke-current stroke-2" />
    </svg>
  );
}
