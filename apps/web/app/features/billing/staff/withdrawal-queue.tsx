import { momentText } from "@caramelo/contract/formats/moments";
import { useQuery } from "@tanstack/react-query";
import { useMoment } from "~/platform/use-moment.ts";
import { Chip } from "~/ui/basics/chip.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { productWords } from "../rules.ts";
import { type StaffOrder, staffWithdrawalsQuery } from "./queries.ts";
import { isOverdue } from "./rules.ts";

/** The withdrawals that wait for staff, the one that has waited longest first. */
export function WithdrawalQueue() {
  const { data, isPending, refetch } = useQuery(staffWithdrawalsQuery);
  if (!data && !isPending)
    return <LoadFailed look="section" title="As desistências em análise não carregaram" onRetry={refetch} />;
  return (
    <section aria-labelledby="withdrawals" className="min-w-0 rounded-card border border-line bg-surface p-4">
      <h2 id="withdrawals" className="text-18">
        Desistências em análise
      </h2>
      {isPending && <Skeleton className="mt-3 h-6" />}
      {data?.orders.length === 0 && <p className="mt-1 text-14 text-muted">Nenhuma na fila.</p>}
      <ul className="divide-y divide-line">
        {data?.orders.map((row) => (
          <QueueRow key={row.order.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function QueueRow({ row: { order, buyer } }: { row: StaffOrder }) {
  const now = useMoment();
  const { id, product, review } = order;
  if (!review) return null;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <TextLink to={`/admin/pedidos/${id}`}>{buyer.name}</TextLink>, {productWords[product].name}
        </p>
        <p className="text-14 text-muted tabular-nums">
          Pedida em {momentText(review.requestedAt)}; responder até {momentText(review.answerBy)}
        </p>
      </div>
      {isOverdue(review, now) && <Chip size="small" text="Atrasada" tone="danger" />}
    </li>
  );
}
