import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "react-router";
import { useStore } from "~/platform/store.ts";
import { cx } from "~/ui/basics/cx.ts";
import { countDismissed, dismissalStore } from "./dismissals.ts";
import { caseListQuery } from "./queries.ts";

const QUEUES = [
  { to: "/admin/denuncias", label: "Denúncias", key: "cases" },
  { to: "/admin/denuncias/recursos", label: "Recursos", key: "appeals" },
  { to: "/admin/denuncias/avisos", label: "Denúncias externas", key: "notices" },
] as const;

/** The three queues of the office, each with its number of waiting entries. */
export function QueueTabs() {
  const { pathname } = useLocation();
  const waitingCount = useQuery(caseListQuery({ status: "pending" })).data?.waiting;
  const dismissed = useStore(dismissalStore, countDismissed);
  return (
    <nav aria-label="Filas" className="-mx-1 flex gap-4 overflow-x-auto border-b border-line px-1">
      {QUEUES.map(({ to, label, key }) => {
        const isHere = pathname === to;
        const count = waitingCount && waitingCount[key] - (key === "cases" ? dismissed : 0);
        return (
          <Link
            key={to}
            to={to}
            aria-current={isHere ? "page" : undefined}
            className={cx(
              "inline-flex min-h-11 shrink-0 items-center gap-2 border-b-2 font-semibold whitespace-nowrap -outline-offset-2",
              isHere ? "border-primary text-ink" : "border-transparent text-muted hover-mouse:text-ink",
            )}
          >
            <span>{label}</span>
            {count !== undefined && count > 0 && (
              <span className="text-14 font-medium tabular-nums">{count > 10_000 ? "10.000+" : count}</span>
            )}
          </Link>
        );
      })}
    </nav>
  );
}
