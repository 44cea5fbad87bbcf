import type { Product } from "@caramelo/contract/billing/calls";
import { brand } from "@caramelo/contract/brand/brand";
import { WITHDRAWAL_DAYS } from "@caramelo/contract/limits";
import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { PHONE, useMedia } from "~/ui/basics/use-media.ts";
import { describeOrder, nameOrder, priceOf, productWords } from "../rules.ts";

const NO_RENEWAL = "Sem renovação automática";

/**
 * The summary before payment: contents, duration, price, seller, and how to undo it. On phones it is one row that
 * expands, so that the payment stays in view.
 */
export function OrderSummary({ product }: { product: Product }) {
  const isPhone = useMedia(PHONE);
  return (
    <section aria-labelledby="order-summary" className="rounded-card border border-line bg-surface md:p-5">
      <h2 id="order-summary" className="text-18 max-md:sr-only">
        Resumo da compra
      </h2>
      {isPhone ? <Folded product={product} /> : <Open product={product} />}
    </section>
  );
}

function Open({ product }: { product: Product }) {
  return (
    <dl className="mt-3 grid gap-2.5 text-14">
      <Line name="Produto">{productWords[product].name}</Line>
      <Line name="Você recebe">{describeOrder(product)}</Line>
      <Line name="Renovação">{NO_RENEWAL}</Line>
      <Terms />
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="font-display text-28 tabular-nums">{priceOf(product)}</dd>
      </div>
    </dl>
  );
}

/** The row has what the buyer decides by; the rest opens below it. */
function Folded({ product }: { product: Product }) {
  return (
    <details className="group">
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 rounded-card px-3.5 py-1.5 [&::-webkit-details-marker]:hidden">
        <span className="grid flex-1 text-14 leading-[1.3]">
          <span className="font-semibold">{nameOrder(product)}</span>
          <span className="text-13 text-muted">{NO_RENEWAL}</span>
        </span>
        <span className="font-display text-18 whitespace-nowrap tabular-nums">{priceOf(product)}</span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
          strokeWidth={1.75}
        />
      </summary>
      <dl className="grid gap-2.5 border-t border-line p-3.5 text-14">
        <Line name="Produto">{productWords[product].name}</Line>
        <Line name="Você recebe">{describeOrder(product)}</Line>
        <Terms />
      </dl>
    </details>
  );
}

function Terms() {
  return (
    <>
      <Line name="Desistência">
        Em até {WITHDRAWAL_DAYS} dias, em Minhas compras, com o valor integral de volta. A partir da segunda
        desistência, se você usou mais de 10%, a equipe decide.
      </Line>
      <Line name="Vendido por">{brand.sellerLine}</Line>
    </>
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
