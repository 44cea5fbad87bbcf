import { formatCount } from "@caramelo/contract/formats/counts";
import { ageText } from "@caramelo/contract/formats/spans";
import type { DailyCountName, DailyTotalName } from "@caramelo/contract/statistics/calls";
import { countedText } from "@caramelo/contract/statistics/dashboard-words";
import { workKinds } from "@caramelo/contract/statistics/work-kinds";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { messageOf } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type Dashboard, useRecount } from "./queries.ts";
import { findRevenue, shareText, sumOf, trendPath } from "./rules.ts";

/** Says when the numbers were counted, with a button to recount. */
export function CountedAt({ countedAt }: { countedAt: string | null | undefined }) {
  const { mutate, isPending, isSuccess } = useRecount();
  const now = useMoment();
  const countAge = countedAt == null ? undefined : countedText(countedAt, now);
  const recount = () =>
    mutate(undefined, { onError: (error) => showToast({ type: "error", title: "Erro", message: messageOf(error) }) });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14 text-muted">
      <p className={cx("min-w-28", countAge?.isLate && "text-warn")}>{countAge?.text}</p>
      {/* Only for screen readers: others see the new time next to the button, and a toast would cover it. */}
      <p role="status" className="sr-only">
        {isSuccess && "Números atualizados"}
      </p>
      <Button variant="outline" size="small" isBusy={isPending} busyLabel="Atualizando…" onClick={recount}>
        <RefreshCw aria-hidden className="size-4" />
        Atualizar
      </Button>
    </div>
  );
}

/**
 * The counters and rates, with a small line of the last 30 days if known by day. A counter of pending work links to its
 * screen.
 */
export function Counters({ dashboard: { totals, work, days } }: { dashboard: Dashboard }) {
  const now = useMoment();
  const countOf = (name: keyof NonNullable<typeof totals>) => (totals ? formatCount(totals[name]) : "–");
  const afterCount = (words: string) => (totals ? words : "Ainda sem contagem");
  const shareOf = (part = 0) => afterCount(shareText(part, totals?.members ?? 0));
  // During an upgrade, a process of the last release does not answer all of them.
  const valuesOf = (name: DailyCountName | DailyTotalName) => days.map((day) => day[name] ?? null);
  const revenue = findRevenue(days);
  return (
    <ul
      aria-label="Números"
      // The money cell is twice as wide, so that no row has a gap.
      className={cx("grid grid-cols-2 gap-3 sm:gap-4", revenue ? "xl:grid-cols-4" : "xl:grid-cols-3")}
    >
      <Counter name="Usuários" value={countOf("members")} trend={valuesOf("members")}>
        {afterCount(`+${formatCount(sumOf(days, "signUps"))} em 30 dias`)}
      </Counter>
      <Counter name="Verificados" value={countOf("verified")} trend={valuesOf("verified")}>
        {shareOf(totals?.verified)}
      </Counter>
      <Counter name="Premium" value={countOf("premium")} trend={valuesOf("premium")}>
        {shareOf(totals?.premium)}
      </Counter>
      <Counter name="Mensagens" value={countOf("messages")} trend={valuesOf("sentMessages")}>
        {afterCount(`${formatCount(sumOf(days, "sentMessages"))} em 30 dias`)}
      </Counter>
      {revenue && (
        <Counter
          name={revenue.title}
          value={revenue.format(sumOf(days, revenue.name))}
          trend={valuesOf(revenue.name)}
          className="col-span-2"
        >
          {revenue.sumWords}
        </Counter>
      )}
      {work.map(({ kind, count, oldestAt, oldestId }) => {
        const words: { counter?: string; path: (id: string | null) => string } = workKinds[kind];
        return (
          words.counter && (
            <Counter
              key={kind}
              name={words.counter}
              value={formatCount(count)}
              to={words.path(oldestId)}
              {...(kind === "reports" && { trend: valuesOf("reports") })}
            >
              {oldestAt ? `mais antiga ${ageText(oldestAt, now)}` : "nada na fila"}
            </Counter>
          )
        );
      })}
    </ul>
  );
}

type CounterProps = {
  name: string;
  value: string;
  to?: string;
  /** The values of the last days; undefined if not known by day. */
  trend?: readonly (number | null)[];
  className?: string;
  children: ReactNode;
};

function Counter({ name, value, to, trend, className, children }: CounterProps) {
  return (
    <li
      className={cx(
        "relative grid min-w-0 content-start rounded-card border border-line bg-surface px-3.5 py-3 sm:px-4.5 sm:py-4",
        className,
      )}
    >
      <h3 className="font-sans text-14 font-normal text-muted">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card hover-mouse:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </h3>
      {/* The line is next to the number only, so that the words have the whole width. */}
      <div className="flex items-start justify-between gap-3">
        <p className="text-28 leading-[1.2] font-semibold tabular-nums">{value}</p>
        {trend && <SmallTrend values={trend} />}
      </div>
      <p className="text-13 text-muted sm:text-14">{children}</p>
    </li>
  );
}

const [TREND_WIDTH, TREND_HEIGHT] = [96, 32];

/** The days as a line. Decorative: the charts below have the same numbers in words and tables. */
function SmallTrend({ values }: { values: readonly (number | null)[] }) {
  // A single day is no trend.
  if (values.filter((value) => value !== null).length < 2) return null;
  return (
    <svg
      aria-hidden
      viewBox={`-2 -2 ${TREND_WIDTH + 4} ${TREND_HEIGHT + 4}`}
      className="h-7 w-20 min-w-0 text-primary max-sm:hidden 2xl:w-25"
    >
      <path
        d={trendPath(values, TREND_WIDTH, TREND_HEIGHT)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export function CountersSkeleton() {
  return (
    <div role="status" className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-3">
      <span className="sr-only">Carregando…</span>
      {["members", "verified", "premium", "messages", "reports", "verifications"].map((name) => (
        <Skeleton key={name} shape="card" className="h-26" />
      ))}
    </div>
  );
}
