import { Mail } from "lucide-react";
import { QueueList } from "~/ui/lists/queue-list.tsx";
import { dataRequestListQuery } from "./queries.ts";
import { RequestItem } from "./request-item.tsx";

/** What people ask about their data: what waits, by the day on which it is due, and what was answered. */
export function RequestList() {
  return (
    <QueueList
      queryOf={dataRequestListQuery}
      entriesOf={({ requests }) => requests}
      decidedLabel="Respondidos"
      failed="Os pedidos não carregaram"
      icon={Mail}
      emptyTitle="Nenhum pedido"
      emptyTexts={{
        pending: "Os pedidos confirmados aparecem aqui, os mais urgentes primeiro.",
        decided: "Os pedidos respondidos aparecem aqui.",
      }}
    >
      {(request) => <RequestItem key={request.id} request={request} />}
    </QueueList>
  );
}
