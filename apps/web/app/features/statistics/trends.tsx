import { shortDayText } from "@caramelo/contract/formats/moments";
import type { TrendDay } from "./queries.ts";
import { describeTrend, listTrends, sumOf, type Trend } from "./rules.ts";
import { TrendChart } from "./trend-chart.tsx";

/** The last 30 days as charts, each with its numbers as a table. */
export function Trends({ days }: { days: readonly TrendDay[] }) {
  return (
    <section aria-labelledby="trends" className="min-w-0">
      <h2 id="trends" className="mb-3 text-18">
        Últimos 30 dias
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
        {listTrends(days).map((trend) => (
          <TrendBox key={trend.name} days={days} trend={trend} />
        ))}
      </div>
    </section>
  );
}

function TrendBox({ days, trend }: { days: readonly TrendDay[]; trend: Trend }) {
  const { name, title, sumWords, format } = trend;
  const heading = `trend-${name}`;
  const isEmpty = days.every((day) => !day[name]);
  return (
    <section
      aria-labelledby={heading}
      className="min-w-0 rounded-card border border-line bg-surface p-4 xl:last:odd:col-span-2"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="font-sans text-16 font-semibold">
          {title}
        </h3>
        {sumWords && (
          <p className="text-14 text-muted">
            <span className="font-semibold text-ink tabular-nums">{format(sumOf(days, name))}</span> {sumWords}
          </p>
        )}
      </div>
      <div className="mt-3">
        {isEmpty ? (
          <p className="grid h-44 place-items-center text-14 text-muted">Nada nestes dias.</p>
        ) : (
          <TrendChart days={days} trend={trend} label={describeTrend(days, trend)} />
        )}
      </div>
      <TrendTable days={days} trend={trend} />
    </section>
  );
}

/** The numbers of the chart, for screen readers and exact values; latest day first. */
function TrendTable({ days, trend: { name, title, format } }: { days: readonly TrendDay[]; trend: Trend }) {
  return (
    <details className="mt-2 text-14">
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium">
        Ver como tabela<span className="sr-only">: {title}</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard */}
      <section aria-label={`Tabela: ${title}`} tabIndex={0} className="max-h-72 overflow-auto">
        <table className="w-full text-left">
          <thead className="sticky top-0 bg-surface text-13 text-muted">
            <tr>
              <th scope="col" className="py-1.5 pr-3 font-semibold">
                Dia
              </th>
              <th scope="col" className="py-1.5 text-right font-semibold">
                {title}
              </th>
            </tr>
          </thead>
          <tbody className="tabular-nums">
            {days.toReversed().map((day) => (
              <tr key={day.day} className="border-t border-line">
                <th scope="row" className="py-1.5 pr-3 font-normal">
                  {shortDayText(day.day)}
                </th>
                <td className="text-right">{day[name] === null ? "sem registro" : format(day[name])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
