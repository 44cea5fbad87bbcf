import { momentText } from "@caramelo/contract/formats/moments";
import { formatReais } from "@caramelo/contract/formats/money";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Chip } from "~/ui/basics/chip.tsx";
import { ButtonLink } from "~/ui/basics/link.tsx";
import { LoadMore } from "~/ui/basics/load-more.tsx";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { type Order, ordersQuery } from "../queries.ts";
import { ReviewAlert } from "../review.tsx";
import { isPayable, productWords, stateWords } from "../rules.ts";
import { Withdrawal } from "./withdrawal.tsx";

type Props = {
  /** The link in an empty list. */
  action: ReactNode;
};

/** The member's orders, the latest first. */
export function OrderList({ action }: Props) {
  const list = useInfiniteQuery(ordersQuery);
  if (list.isPending) return <OrderSkeletons />;
  if (!list.data) {
    return <LoadFailed look="list" title="Suas compras não carregaram" onRetry={() => list.refetch()} />;
  }
  const orders = list.data.pages.flatMap((page) => page.orders);
  if (orders.length === 0) {
    return (
      <EmptyState
        icon={<ReceiptText aria-hidden className="text-primary" />}
        title="Nenhuma compra ainda"
        text="O que você comprar aparece aqui, com recibo e a opção de desfazer."
        action={action}
      />
    );
  }
  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {orders.map((order) => (
          <OrderCard key={order.id} order={order} />
        ))}
      </ul>
      <LoadMore list={list} className="mt-1" />
    </div>
  );
}

function OrderSkeletons() {
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">Carregando…</span>
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} shape="card" className="h-36" />
      ))}
    </div>
  );
}

function chipOf({ state, isReturning, review }: Order) {
  if (isReturning) return { text: "Reembolso a caminho", tone: "info" } as const;
  return review?.state === "waiting" ? ({ text: "Em análise", tone: "info" } as const) : stateWords[state];
}

function OrderCard({ order }: { order: Order }) {
  const { product, state, centavos, returnedCentavos, createdAt, paidAt, review } = order;
  const heading = useRef<HTMLHeadingElement>(null);
  const at = paidAt ?? createdAt;
  const name = (
    <span className="sr-only">
      : {productWords[product].name}, {momentText(at)}
    </span>
  );
  return (
    <li className="rounded-card border border-line bg-surface p-4 md:p-5">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-24">
          <h2 ref={heading} tabIndex={-1} className="text-18 outline-none">
            {productWords[product].name}
          </h2>
          <p className="text-14 text-muted">
            <time dateTime={at}>{momentText(at)}</time>
          </p>
        </div>
        <div className="ml-auto flex flex-col items-end gap-y-1">
          <p className="font-display text-22 tabular-nums">{formatReais(centavos)}</p>
          <Chip size="small" {...chipOf(order)} />
        </div>
      </div>
      {returnedCentavos > 0 && returnedCentavos < centavos && (
        <p className="mt-2 text-14 text-muted">{formatReais(returnedCentavos)} voltaram para você.</p>
      )}
      {review && <ReviewAlert review={review} />}
      <div className="mt-4 flex flex-wrap gap-2">
        {isPayable(state) && (
          <ButtonLink to={`/checkout?type=${product}`} size="small">
            Pagar
            {name}
          </ButtonLink>
        )}
        {paidAt && (
          <ButtonLink to={`/compras/${order.id}`} size="small" variant="outline">
            Recibo
            {name}
          </ButtonLink>
        )}
        {!isPayable(state) && (
          <ButtonLink to={`/checkout?type=${product}`} size="small" variant="outline">
            Comprar de novo
            {name}
          </ButtonLink>
        )}
        {paidAt && <Withdrawal order={order} name={name} heading={() => heading.current} />}
      </div>
    </li>
  );
}
