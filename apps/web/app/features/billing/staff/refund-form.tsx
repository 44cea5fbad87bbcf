import { formatReais, parseReais, writeReais } from "@caramelo/contract/formats/money";
import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { makeId } from "~/platform/make-id.ts";
import { Button } from "~/ui/basics/button.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  /** The largest amount that may go back, in centavos. */
  refundable: number;
  onRefund: (body: { requestId: string; centavos: number; reason: string }) => Promise<unknown>;
};

/** Returns money of an order, in whole or in part. */
export function RefundForm({ refundable, onRefund }: Props) {
  // The id stays the same until the server has answered, so that a request sent twice returns the money once.
  const [requestId, setRequestId] = useState(makeId);
  const { props, field, isBusy, failure } = useForm({
    initial: { amount: writeReais(refundable), reason: "" },
    validate: ({ amount, reason }) => {
      const centavos = parseReais(amount);
      const isAmount = centavos !== undefined && centavos > 0 && centavos <= refundable;
      return keepErrors({
        amount: isAmount ? undefined : `Escreva um valor até ${formatReais(refundable)}`,
        reason: errorIfBlank(reason, staffFields.reasonRequired),
      });
    },
    submit: async ({ amount, reason }) => {
      await onRefund({ requestId, centavos: parseReais(amount) ?? 0, reason });
      setRequestId(makeId());
      showToast({ type: "success", title: "Reembolso pedido" });
    },
  });
  return (
    <form {...props} className="grid gap-3">
      <TextField label="Valor a devolver" inputMode="decimal" {...field("amount")} />
      <TextArea label="Motivo" rows={2} maxLength={REASON_MAX} {...field("reason")} />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button type="submit" variant="danger" isBusy={isBusy} busyLabel="Pedindo…">
        Devolver
      </Button>
    </form>
  );
}
