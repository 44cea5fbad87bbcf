import { formatReais } from "@caramelo/contract/formats/money";
import { countdownText } from "@caramelo/contract/formats/spans";
import { Clock, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { isApiError } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState, LoadingState } from "~/ui/states/screen-state.tsx";

/** A payment page. The payment method comes first, because on phones only the upper half is visible. */
export function PaymentSheet({ children }: { children: ReactNode }) {
  return <div className="mx-auto grid w-full max-w-180 grid-cols-[minmax(0,1fr)] gap-4 p-3 md:p-6">{children}</div>;
}

/** The seller, the amount and the product. */
export function PaymentHead({ note, product, centavos }: { note: string; product: string; centavos: number }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-tint px-3.5 py-2.5">
      <div>
        <h1 className="text-18">{product}</h1>
        <p className="text-13 text-muted">{note}</p>
      </div>
      <p className="font-display text-28 tabular-nums">{formatReais(centavos)}</p>
    </header>
  );
}

export function Countdown({ until }: { until: string }) {
  const now = useMoment(1_000);
  return (
    <p className="flex items-center justify-center gap-1.5 text-14 text-muted">
      <Clock aria-hidden className="size-4.5" strokeWidth={1.75} />
      <span>
        Pague em até <span className="font-semibold text-ink tabular-nums">{countdownText(until, now)}</span>
      </span>
    </p>
  );
}

type StateProps = { payment: { error: unknown; isPending: boolean; refetch: () => unknown } };

/** Shown instead of a payment page while the payment is loading or could not be loaded. */
export function PaymentState({ payment: { error, isPending, refetch } }: StateProps) {
  if (isPending) return <LoadingState title="Abrindo o pagamento" as="h1" />;
  if (!isApiError(error, "NOT_FOUND", "VALIDATION_ERROR"))
    return <LoadFailed as="h1" title="O pagamento não abriu" onRetry={() => refetch()} />;
  return (
    <EmptyState
      as="h1"
      icon={<ReceiptText aria-hidden className="text-primary" />}
      title="Pagamento não encontrado"
      text="Volte ao site e abra o pagamento de novo."
    />
  );
}
