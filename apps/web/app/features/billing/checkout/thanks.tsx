import { longDayText } from "@caramelo/contract/formats/moments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { serverNow } from "~/platform/use-moment.ts";
import { cx } from "~/ui/basics/cx.ts";
import { ButtonLink, TextLink } from "~/ui/basics/link.tsx";
import { LoadingState } from "~/ui/states/screen-state.tsx";
import { ordersQuery } from "../queries.ts";
import { thanksTypeOf } from "../rules.ts";
import { BoughtAmount } from "./bought-amount.tsx";
import { NeutralThanks } from "./neutral-thanks.tsx";
import { isRecentPayment, type ThanksType, thanksWords } from "./thanks-rules.ts";

type Props = {
  type: ThanksType;
  /** The conversation in which the member was asked to buy, with a link back to it. */
  conversation?: ReactNode;
};

/** Keeps field, button and openings of the conversation in the first view. Large text takes two rows. */
const BESIDE_ON_PHONES = "max-md:flex max-md:w-full max-md:flex-wrap max-md:items-center max-md:text-left";

/** Thanks a member for a recently paid order of a type; without one it names no purchase. Grants nothing. */
export function Thanks({ type, conversation }: Props) {
  const orders = useInfiniteQuery(ordersQuery);
  if (orders.isPending) return <LoadingState title="Só um instante" />;
  const paidOrder = orders.data?.pages[0]?.orders.find(
    ({ product, state, paidAt }) =>
      state === "paid" && thanksTypeOf(product) === type && isRecentPayment(paidAt, serverNow()),
  );
  if (!paidOrder) return <NeutralThanks isSignedIn />;
  const { title, text, gives } = thanksWords[type];
  const hasChat = conversation != null;
  return (
    <div className="mx-auto grid w-full max-w-140 justify-items-center px-5 py-5 text-center md:py-12">
      <div className={cx("grid justify-items-center gap-4", hasChat && BESIDE_ON_PHONES)}>
        <BoughtAmount order={paidOrder} isSmallOnPhones={hasChat} />
        <div className="min-w-0 flex-1 basis-44">
          <h1 className={cx("text-28 text-balance", hasChat && "max-md:text-22")}>{title}</h1>
          <p className={cx("mt-1.5 text-balance text-muted", hasChat && "max-md:text-14")}>{text}</p>
        </div>
      </div>
      {conversation && <div className="mt-4 w-full md:mt-5">{conversation}</div>}
      <ul className="mt-6 grid gap-2.5 rounded-card border border-line bg-surface p-5 text-left max-sm:w-full">
        {gives.map((gift) => (
          <li key={gift} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" strokeWidth={1.75} />
            {gift}
          </li>
        ))}
      </ul>
      <ButtonLink
        to="/busca"
        size="large"
        variant={conversation ? "outline" : "primary"}
        className="mt-6 max-sm:w-full"
      >
        Começar a explorar
      </ButtonLink>
      <p className="mt-5 text-14 text-muted">
        <TextLink to="/compras">Ver minha compra</TextLink>
        {paidOrder.withdrawUntil && (
          <span> · Você pode desfazer a compra até {longDayText(paidOrder.withdrawUntil)}.</span>
        )}
      </p>
    </div>
  );
}
