import { formatReais } from "@caramelo/contract/formats/money";
import { countdownText } from "@caramelo/contract/formats/spans";
import { Clock, ReceiptText } from "lucide-react";
import type { ReactNode } from "react";
import { isApiError } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { LoadFailed } from "~/ui/states/load-failed.tsx";
import { EmptyState, LoadingState } from "~/ui/states/screen-state.tsx";

type HeadProps = { note: string; product: string; centavos: number; children: ReactNode };

/** A payment page: who asks for how much and for what, and below it the way to pay. */
export function PaymentSheet({ note, product, centavos, children }: HeadProps) {
  return (
    <div className="mx-auto grid w-full max-w-md gap-5 p-4 md:p-6">
      <header className="text-center">
        <p className="text-13 font-semibold text-muted">{note}</p>
        <h1 className="mt-1 text-22">{product}</h1>
        <p className="font-display text-36 tabular-nums">{formatReais(centavos)}</p>
      </header>
      {children}
    </div>
  );
}

export function Countdown({ until }: { until: string }) {
  const now = useMoment(1_000);
  return (
    <p className="flex items-center justify-center gap-2 text-14 text-muted">
      <Clock aria-hidden className="size-4.5" strokeWidth={1.75} />
      Pague em até <span className="font-semibold text-ink tabular-nums">{countdownText(until, now)}</span>
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
