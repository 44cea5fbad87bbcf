import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { QueryState } from "~/ui/states/query-state.tsx";
import { type Quarter, type Quarters, quartersQuery } from "./queries.ts";
import { countText, GROUPS, medianText, quarterMonths, quarterName } from "./rules.ts";

type QuarterFigures = Quarters["quarters"][number];

/** The numbers of the ended quarters; the latest is expanded. */
export function QuarterList() {
  const query = useQuery(quartersQuery);
  return (
    <>
      <QueryState query={query} failed="Os números não carregaram" />
      {query.data && (
        <div className="grid gap-4">
          <RunningQuarter quarter={query.data.running} isFirst={query.data.quarters.length === 0} />
          {query.data.quarters.map((quarter, at) => (
            <QuarterCard key={quarterName(quarter)} quarter={quarter} isOpen={at === 0} />
          ))}
        </div>
      )}
    </>
  );
}

function RunningQuarter({ quarter, isFirst }: { quarter: Quarter; isFirst: boolean }) {
  return (
    <p className="max-w-[64ch]">
      {isFirst && <span>Nenhum trimestre terminou ainda. </span>}
      <span>O {quarterName(quarter)} está em andamento: os números dele aparecem aqui depois que ele terminar.</span>
    </p>
  );
}

function QuarterCard({ quarter, isOpen }: { quarter: QuarterFigures; isOpen: boolean }) {
  return (
    <details open={isOpen} className="group rounded-card border border-line bg-surface">
      <summary className="flex min-h-13 cursor-pointer list-none items-center justify-between gap-4 px-4 py-3 -outline-offset-2 md:px-5 [&::-webkit-details-marker]:hidden">
        <span>
          <h3 className="inline">{quarterName(quarter)}</h3>{" "}
          <span className="text-14 text-muted">{quarterMonths(quarter)}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          strokeWidth={1.75}
        />
      </summary>
      <div className="grid gap-x-10 gap-y-6 px-4 pt-1 pb-5 md:grid-cols-2 md:px-5">
        {GROUPS.map((group) => (
          <FigureGroup key={group.title} group={group} quarter={quarter} />
        ))}
      </div>
    </details>
  );
}

function FigureGroup({ group, quarter }: { group: (typeof GROUPS)[number]; quarter: QuarterFigures }) {
  return (
    <section>
      <h4 className="font-sans text-14 font-semibold tracking-normal">{group.title}</h4>
      <dl className="mt-1.5 text-14">
        {group.rows.map((row) => (
          <div key={row.label} className="flex justify-between gap-4 border-t border-line py-1.5">
            <dt className="text-muted">{row.label}</dt>
            <dd className="text-right font-semibold tabular-nums">
              {"count" in row ? countText(quarter.counts[row.count]) : medianText(quarter.medians[row.median])}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
