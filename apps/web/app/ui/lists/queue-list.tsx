import { type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { DecidedQueue, useQueueAddress } from "./decided-queue.tsx";

type Address = ReturnType<typeof useQueueAddress>;

type Props<Answer, Entry> = {
  queryOf: (address: Address) => UseQueryOptions<Answer>;
  entriesOf: (answer: Answer) => readonly Entry[];
  decidedLabel?: string;
  /** What could not be loaded, in words. */
  failed: string;
  icon: LucideIcon;
  /** Says that there are no entries, with a text for each list about those that would be there. */
  emptyTitle: string;
  emptyTexts: Record<Address["status"], string>;
  children: (entry: Entry) => ReactNode;
};

/** The entries of a queue with what waits and what was decided. The address says which of them, and which page. */
export function QueueList<Answer extends { count: number }, Entry>(props: Props<Answer, Entry>) {
  const { queryOf, entriesOf, icon: Icon, emptyTitle, emptyTexts, children, ...queue } = props;
  const address = useQueueAddress();
  const query = useQuery(queryOf(address));
  const entries = query.data ? entriesOf(query.data) : [];
  return (
    <DecidedQueue
      {...queue}
      address={address}
      query={query}
      count={query.data?.count}
      rows={entries}
      empty={
        <EmptyState
          icon={<Icon aria-hidden className="text-primary" />}
          title={emptyTitle}
          text={emptyTexts[address.status]}
        />
      }
    >
      {entries.map(children)}
    </DecidedQueue>
  );
}
