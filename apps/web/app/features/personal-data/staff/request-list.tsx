import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { DecidedQueue, useQueueAddress } from "~/ui/lists/decided-queue.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { dataRequestListQuery } from "./queries.ts";
import { RequestItem } from "./request-item.tsx";

/** What people ask about their data: what waits, by the day on which it is due, and what was answered. */
export function RequestList() {
  const address = useQueueAddress();
  const list = useQuery(dataRequestListQuery(address));
  const requests = list.data?.requests ?? [];
  return (
    <DecidedQueue
      address={address}
      query={list}
      count={list.data?.count}
      decidedLabel="Respondidos"
      failed="Os pedidos não carregaram"
      rows={requests}
      empty={
        <EmptyState
          icon={<Mail aria-hidden className="text-primary" />}
          title="Nenhum pedido"
          text={
            address.status === "decided"
              ? "Os pedidos respondidos aparecem aqui."
              : "Os pedidos confirmados aparecem aqui, os mais urgentes primeiro."
          }
        />
      }
    >
      {requests.map((request) => (
        <RequestItem key={request.id} request={request} />
      ))}
    </DecidedQueue>
  );
}
