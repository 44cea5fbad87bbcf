import { brand } from "@caramelo/contract/brand/brand";
import { productNames } from "@caramelo/contract/texts/products";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock } from "lucide-react";
import { Countdown, PaymentSheet, PaymentState } from "~/ui/basics/payment-parts.tsx";
import { PixCode } from "~/ui/basics/pix-code.tsx";
import { EmptyState } from "~/ui/states/screen-state.tsx";
import { type Charge, chargeQuery } from "./queries.ts";

/** The payment page of a Pix that the operator's bank receives. */
export function ChargePage({ token }: { token: string }) {
  const charge = useQuery(chargeQuery(token));
  if (charge.data) return <ChargeSheet charge={charge.data} />;
  return <PaymentState payment={charge} />;
}

function ChargeSheet({ charge: { product, centavos, state, expiresAt, code } }: { charge: Charge }) {
  return (
    <PaymentSheet note={`Pix para ${brand.seller}`} product={productNames[product]} centavos={centavos}>
      {state === "pending" && code !== null ? (
        <>
          <Countdown until={expiresAt} />
          <PixCode code={code} />
          <ol className="grid list-decimal gap-1.5 border-t border-line pt-4 pl-5 text-14 text-muted">
            <li>Abra o app do seu banco e escolha Pix.</li>
            <li>Leia o QR code, ou cole o código em “Pix copia e cola”.</li>
            <li>Confira o valor e confirme. Assim que o banco avisar, esta página muda sozinha.</li>
          </ol>
        </>
      ) : (
        <Ended isPaid={state === "paid"} />
      )}
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
