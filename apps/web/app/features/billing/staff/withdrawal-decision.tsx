import { momentText } from "@caramelo/contract/formats/moments";
import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { useMoment } from "~/platform/use-moment.ts";
import { DecisionButtons, readDecision } from "~/ui/forms/decision-buttons.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import type { StaffOrderDetail } from "./queries.ts";
import { describeUse, isOverdue } from "./rules.ts";

type Props = {
  review: NonNullable<StaffOrderDetail["order"]["review"]>;
  use: StaffOrderDetail["use"];
  onDecide: (body: { isAccepted: boolean; reason: string }) => Promise<unknown>;
};

/** The form with which staff accept or refuse a withdrawal, with a reason for the member. */
export function WithdrawalDecision({ review, use, onDecide }: Props) {
  const now = useMoment();
  const form = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => keepErrors({ reason: errorIfBlank(reason, staffFields.reasonRequired) }),
    submit: async ({ reason }, event) => {
      const isAccepted = readDecision(event);
      if (isAccepted === undefined) return;
      await onDecide({ isAccepted, reason });
      showToast({ type: "success", title: isAccepted ? "Desistência aceita" : "Desistência recusada" });
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <p className="text-14 text-muted">
        <span>Pedida em {momentText(review.requestedAt)}. Não é a primeira deste membro.</span>
        {use && <span>{` Usado até agora: ${describeUse(use)}.`}</span>}
      </p>
      {isOverdue(review, now) ? (
        <Alert tone="error" title="Resposta atrasada">
          O prazo terminou em {momentText(review.answerBy)}.
        </Alert>
      ) : (
        <p className="text-14">Responda até {momentText(review.answerBy)}. Até lá, este membro não compra fichas.</p>
      )}
      <TextArea label="Motivo, como o membro vai ler" rows={3} maxLength={REASON_MAX} {...form.field("reason")} />
      <DecisionButtons form={form} yes="Aceitar e devolver" no="Recusar" variant="danger" />
    </form>
  );
}
