import { CASE_PAGE, CASE_PAGES_MAX } from "@caramelo/contract/limits";
import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ListState } from "~/ui/states/query-state.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { FilterLinks } from "./filter-links.tsx";
import { countPages, readPage } from "./list-address-rules.ts";
import { Pages } from "./pages.tsx";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

type Status = "decided" | "pending";

type Props<Answer, Entry> = {
  queryOf: (address: { status: Status; page?: number }) => UseQueryOptions<Answer>;
  entriesOf: (answer: Answer) => readonly Entry[];
  /** The name of the decided entries. */
  decidedLabel?: string;
  /** The title of the error state. */
  failed: string;
  /** The picture of the empty state. */
  icon: LucideIcon;
  /** The title of the empty state. */
  emptyTitle: string;
  /** The texts of the empty state of each list. */
  emptyTexts: Record<Status, string>;
  children: (entry: Entry) => ReactNode;
};

/** A queue for staff: one list of waiting and one of decided entries. The page's address selects list and page. */
export function QueueList<Answer extends { count: number }, Entry>(props: Props<Answer, Entry>) {
  const {
    queryOf,
    entriesOf,
    decidedLabel = "Decididos",
    failed,
    icon: Icon,
    emptyTitle,
    emptyTexts,
    children,
  } = props;
  const [search] = useSearchParams();
  const page = readPage(search, CASE_PAGES_MAX);
  const status = search.get("situacao") === "decididos" ? "decided" : "pending";
  const query = useQuery(queryOf({ status, ...(page > 1 && { page }) }));
  const entries = query.data ? entriesOf(query.data) : [];
  return (
    <div {...useFocusAfterRemoval()} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <FilterLinks
        label="Situação"
        links={[
          { to: "?situacao=pendentes", label: "Pendentes", isOn: status === "pending" },
          { to: "?situacao=decididos", label: decidedLabel, isOn: status === "decided" },
        ]}
      />
      <ListState
        query={query}
        failed={failed}
        rows={entries}
        empty={
          <EmptyState
            icon={<Icon aria-hidden className="text-primary" />}
            title={emptyTitle}
            text={emptyTexts[status]}
          />
        }
      >
        <ul className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-3 *:grid-cols-[minmax(0,1fr)]">
          {entries.map(children)}
        </ul>
      </ListState>
      {query.data && <Pages page={page} last={countPages(query.data.count, CASE_PAGE)} />}
    </div>
  );
}
