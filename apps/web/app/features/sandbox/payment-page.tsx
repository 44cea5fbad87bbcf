import { productNames } from "@caramelo/contract/texts/products";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Countdown, PaymentSheet, PaymentState } from "~/ui/basics/payment-parts.tsx";
import { PixCode } from "~/ui/basics/pix-code.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { CardPayment } from "./card-payment.tsx";
import { type Payment, paymentQuery, usePaymentAction } from "./queries.ts";

export function PaymentPage({ token }: { token: string }) {
  const payment = useQuery(paymentQuery(token));
  if (payment.data) return <PaymentCard token={token} payment={payment.data} />;
  return <PaymentState payment={payment} />;
}

function PaymentCard({ token, payment }: { token: string; payment: Payment }) {
  const act = usePaymentAction(token);
  const { product, method, centavos, state, pixCode } = payment;
  return (
    <PaymentSheet note="Ambiente de testes: nada é cobrado" product={productNames[product]} centavos={centavos}>
      {state === "pending" ? (
        <>
          <Countdown until={payment.expiresAt} />
          {method === "pix" && pixCode !== null && <PixCode code={pixCode} />}
          {method === "card" && <CardPayment isBusy={act.isPending} onPay={() => act.mutate("pay")} />}
          {act.isError && <Alert tone="error">{messageOf(act.error)}</Alert>}
          <div className="grid gap-2 border-t border-line pt-4">
            <p className="text-center text-13 text-muted">O que o banco responderia?</p>
            <div className="grid grid-cols-3 gap-2">
              <Button size="small" isBusy={act.isPending} onClick={() => act.mutate("pay")}>
                Pagar
              </Button>
              <Button size="small" variant="outline" isBusy={act.isPending} onClick={() => act.mutate("refuse")}>
                Recusar
              </Button>
              <Button size="small" variant="outline" isBusy={act.isPending} onClick={() => act.mutate("expire")}>
                Expirar
              </Button>
            </div>
          </div>
        </>
      ) : (
        <Ended state={state} />
      )}
    </PaymentSheet>
  );
}

const ENDS: Record<Exclude<Payment["state"], "pending">, { icon: ReactNode; title: string; text: string }> = {
  paid: {
    icon: <CircleCheck aria-hidden className="text-ok" />,
    title: "Pagamento feito",
    text: "O site vai ser avisado e segue sozinho.",
  },
  refused: {
    icon: <CircleX aria-hidden className="text-danger" />,
    title: "Pagamento recusado",
    text: "Nada foi cobrado. Tente de novo no site.",
  },
  expired: {
    icon: <Clock aria-hidden className="text-warn" />,
    title: "O prazo terminou",
    text: "Nada foi cobrado. Gere um novo pagamento no site.",
  },
};

function Ended({ state }: { state: keyof typeof ENDS }) {
  return (
    <div role="status">
      <EmptyState {...ENDS[state]} />
    </div>
  );
}
