import { formatReais, parseReais, writeReais } from "@caramelo/contract/formats/money";
import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { useRequestOnce } from "./queries.ts";

type Refund = { centavos: number; reason: string };
type Props = {
  /** The largest refundable amount, in centavos. */
  refundable: number;
  onRefund: (body: Refund & { requestId: string }) => Promise<unknown>;
};

/** Refunds an order, in whole or in part. */
export function RefundForm({ refundable, onRefund }: Props) {
  const refund = useRequestOnce<Refund>(onRefund, "Reembolso pedido");
  const form = useForm({
    initial: { amount: writeReais(refundable), reason: "" },
    validate: ({ amount, reason }) => {
      const centavos = parseReais(amount);
      const isAmount = centavos !== undefined && centavos > 0 && centavos <= refundable;
      return keepErrors({
        amount: isAmount ? undefined : `Escreva um valor até ${formatReais(refundable)}`,
        reason: errorIfBlank(reason, staffFields.reasonRequired),
      });
    },
    submit: ({ amount, reason }) => refund({ centavos: parseReais(amount) ?? 0, reason }),
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField label="Valor a devolver" inputMode="decimal" {...form.field("amount")} />
      <TextArea label="Motivo" rows={2} maxLength={REASON_MAX} {...form.field("reason")} />
      <FormSubmit form={form} variant="danger" busyLabel="Pedindo…" className="">
        Devolver
      </FormSubmit>
    </form>
  );
}
