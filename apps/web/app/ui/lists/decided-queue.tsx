import { CASE_PAGE, CASE_PAGES_MAX } from "@caramelo/contract/limits";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { FilterLinks } from "./filter-links.tsx";
import { countPages, readPage } from "./list-address-rules.ts";
import { ListState, type ListStateProps } from "./list-state.tsx";
import { Pages } from "./pages.tsx";
import { useFocusAfterRemoval } from "./use-focus-after-removal.ts";

/** What the address shows of a queue: the entries that wait or those that were decided, and which page of them. */
export function useQueueAddress() {
  const [search] = useSearchParams();
  const page = readPage(search, CASE_PAGES_MAX);
  const status: "decided" | "pending" = search.get("situacao") === "decididos" ? "decided" : "pending";
  return { status, ...(page > 1 && { page }) };
}

type Props = ListStateProps & {
  address: ReturnType<typeof useQueueAddress>;
  count: number | undefined;
  /** What the entries that do not wait are called. */
  decidedLabel?: string;
  children: ReactNode;
};

/** A queue with two lists: what waits, and what was decided. */
export function DecidedQueue({
  address: { status, page = 1 },
  count,
  decidedLabel = "Decididos",
  children,
  ...state
}: Props) {
  return (
    <div {...useFocusAfterRemoval()} className="grid gap-4">
      <FilterLinks
        label="Situação"
        links={[
          { to: "?situacao=pendentes", label: "Pendentes", isOn: status === "pending" },
          { to: "?situacao=decididos", label: decidedLabel, isOn: status === "decided" },
        ]}
      />
      <ListState {...state}>
        <ul className="grid gap-3">{children}</ul>
      </ListState>
      {count !== undefined && <Pages page={page} last={countPages(count, CASE_PAGE)} />}
    </div>
  );
}
