import { momentText } from "@caramelo/contract/formats/moments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { SkeletonRows } from "~/ui/states/skeleton.tsx";
import { statementQuery } from "./queries.ts";
import { describeEntry } from "./rules.ts";

type Props = {
  /** The text of an empty list. */
  hint: string;
  /** The link in an empty list. */
  action: ReactNode;
};

/** Every change of the member's entitlement, in words for members, the latest first. */
export function StatementList({ hint, action }: Props) {
  const list = useInfiniteQuery(statementQuery);
  if (list.isPending) return <SkeletonRows />;
  if (!list.data) {
    return <LoadFailed look="list" title="Seu extrato não carregou" onRetry={() => list.refetch()} />;
  }
  const entries = list.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<Coins aria-hidden className="text-primary" />}
        title="Nada por aqui ainda"
        text={hint}
        action={action}
      />
    );
  }
  return (
    <div className="grid gap-3">
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {entries.map((entry) => {
          const { title, changes } = describeEntry(entry);
          return (
            <li key={entry.id} className="flex items-baseline justify-between gap-x-4 px-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">{title}</p>
                <p className="text-13 text-muted">
                  <time dateTime={entry.at}>{momentText(entry.at)}</time>
                </p>
              </div>
              {/* Each change has a separate line, so that no separator ends up at the end of one. */}
              <div className="max-w-1/2 shrink-0 text-right text-14 font-semibold text-balance tabular-nums">
                {changes.map((change) => (
                  <p key={change}>{change}</p>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
      <LoadMore list={list} className="mt-1" />
    </div>
  );
}
