import type { Product } from "@caramelo/contract/billing/calls";
import { brand } from "@caramelo/contract/brand/brand";
import { WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import type { ReactNode } from "react";
import { describeOrder, priceOf, productWords } from "../rules.ts";

/**
 * The summary of a purchase before it is paid: what it gives, for how long, the price, the seller, and how to undo it.
 */
export function OrderSummary({ product }: { product: Product }) {
  return (
    <section aria-labelledby="order-summary" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="order-summary" className="text-18">
        Resumo da compra
      </h2>
      <dl className="mt-3 grid gap-2.5 text-14">
        <Line name="Produto">{productWords[product].name}</Line>
        <Line name="Você recebe">{describeOrder(product)}</Line>
        <Line name="Renovação">Sem renovação automática</Line>
        <Line name="Desistência">
          Em até {WITHDRAWAL_DAYS} dias, em Minhas compras, com o valor integral de volta. A partir da segunda, se você
          usou mais de 10%, a equipe decide
        </Line>
        <Line name="Vendido por">{brand.sellerLine}</Line>
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
          <dt className="font-semibold">Total</dt>
          <dd className="font-display text-28 tabular-nums">{priceOf(product)}</dd>
        </div>
      </dl>
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.75rem_minmax(0,1fr)] gap-x-3 max-[20rem]:grid-cols-1 sm:grid-cols-[8rem_minmax(0,1fr)] lg:grid-cols-[5.75rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
