import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { productNames } from "@caramelo/contract/texts/products";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, Clock } from "lucide-react";
import type { ReactNode } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { queryOf } from "~/platform/query-of.ts";
import { useAction } from "~/platform/use-action.ts";
import { Button } from "~/ui/basics/button.tsx";
import { Countdown, PaymentHead, PaymentSheet, PaymentState } from "~/ui/basics/payment-parts.tsx";
import { PaymentHelp } from "~/ui/pix/payment-help.tsx";
import { PixPayment } from "~/ui/pix/pix-payment.tsx";
import { PixSteps } from "~/ui/pix/pix-steps.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { CardPayment } from "./card-payment.tsx";

type Payment = AnswerOf<Contract["sandbox"]["payment"]>;

const paymentQuery = (token: string) => queryOf(["sandbox", token], api.sandbox.payment, { params: { token } });

const usePaymentAction = (token: string) =>
  useAction(
    (action: "pay" | "refuse" | "expire") => api.sandbox.act({ params: { token }, body: { action } }),
    (payment, client) => client.setQueryData(paymentQuery(token).queryKey, payment),
  );

export function PaymentPage({ token }: { token: string }) {
  const payment = useQuery(paymentQuery(token));
  if (payment.data) return <PaymentCard token={token} payment={payment.data} />;
  return <PaymentState payment={payment} />;
}

function PaymentCard({ token, payment }: { token: string; payment: Payment }) {
  const act = usePaymentAction(token);
  const { product, method, centavos, state, expiresAt, pixCode } = payment;
  const head = (
    <PaymentHead note="Ambiente de testes: nada é cobrado" product={productNames[product]} centavos={centavos} />
  );
  if (state !== "pending") {
    return (
      <PaymentSheet>
        {head}
        <Ended state={state} />
      </PaymentSheet>
    );
  }
  const bank = (
    <>
      {act.isError && <Alert tone="error">{messageOf(act.error)}</Alert>}
      <BankAnswers isBusy={act.isPending} onAnswer={act.mutate} />
    </>
  );
  if (method === "pix" && pixCode !== null) {
    return (
      <PaymentSheet>
        <PixPayment code={pixCode} until={expiresAt}>
          {bank}
          {head}
        </PixPayment>
        <PixSteps />
        <PaymentHelp product={product} />
      </PaymentSheet>
    );
  }
  return (
    <PaymentSheet>
      {head}
      <Countdown until={expiresAt} />
      <CardPayment isBusy={act.isPending} onPay={() => act.mutate("pay")} />
      {bank}
      <PaymentHelp product={product} />
    </PaymentSheet>
  );
}

type AnswersProps = { isBusy: boolean; onAnswer: (action: "pay" | "refuse" | "expire") => void };

/** Simulates the bank, which gives the answer that the member presses. */
function BankAnswers({ isBusy, onAnswer }: AnswersProps) {
  return (
    <div className="grid gap-2">
      <p className="text-center text-13 text-muted">O que o banco responderia?</p>
      <div className="grid grid-cols-3 gap-2">
        <Button size="small" isBusy={isBusy} onClick={() => onAnswer("pay")}>
          Pagar
        </Button>
        <Button size="small" variant="outline" isBusy={isBusy} onClick={() => onAnswer("refuse")}>
          Recusar
        </Button>
        <Button size="small" variant="outline" isBusy={isBusy} onClick={() => onAnswer("expire")}>
          Expirar
        </Button>
      </div>
    </div>
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
