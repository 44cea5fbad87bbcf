import { brand } from "@caramelo/contract/brand/brand";
import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { productNames } from "@caramelo/contract/texts/products";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import { api } from "~/platform/api.ts";
import { PaymentHead, PaymentSheet, PaymentState } from "~/ui/basics/payment-parts.tsx";
import { PaymentHelp } from "~/ui/pix/payment-help.tsx";
import { PixPayment } from "~/ui/pix/pix-payment.tsx";
import { PixSteps } from "~/ui/pix/pix-steps.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";

type Charge = AnswerOf<Contract["pix"]["charge"]>;

const ASK_AGAIN_MS = 5_000;

/** A charge to pay. While it waits, the page polls, because in a separate tab it gets no live events. */
const chargeQuery = (token: string) =>
  queryOptions({
    queryKey: ["pix", token],
    queryFn: ({ signal }) => api.pix.charge({ params: { token } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === "pending" ? ASK_AGAIN_MS : false),
  });

/** The payment page of a Pix to the operator's bank. */
export function ChargePage({ token }: { token: string }) {
  const charge = useQuery(chargeQuery(token));
  if (charge.data) return <ChargeSheet charge={charge.data} />;
  return <PaymentState payment={charge} />;
}

function ChargeSheet({ charge: { product, centavos, state, expiresAt, code } }: { charge: Charge }) {
  const head = <PaymentHead note={`Pix para ${brand.seller}`} product={productNames[product]} centavos={centavos} />;
  if (state !== "pending" || code === null) {
    return (
      <PaymentSheet>
        {head}
        <Ended isPaid={state === "paid"} />
      </PaymentSheet>
    );
  }
  return (
    <PaymentSheet>
      <PixPayment code={code} until={expiresAt}>
        {head}
      </PixPayment>
      <PixSteps />
      <PaymentHelp product={product} />
    </PaymentSheet>
  );
}

function Ended({ isPaid }: { isPaid: boolean }) {
  return (
    <div role="status">
      {isPaid ? (
        <EmptyState
          icon={<CircleCheck aria-hidden className="text-ok" />}
          title="Pix recebido"
          text="O que você comprou já está na sua conta."
        />
      ) : (
        <EmptyState
          icon={<Clock aria-hidden className="text-warn" />}
          title="O prazo deste Pix terminou"
          text="Não pague mais este código. Gere um novo pagamento no site."
        />
      )}
    </div>
  );
}
