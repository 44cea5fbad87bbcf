import { REASON_MAX } from "@caramelo/contract/limits";
import { messageOf } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { keepErrors } from "~/ui/form-rules.ts";
import { TextArea } from "~/ui/text-area.tsx";
import { showToast } from "~/ui/toast.ts";
import { useForm } from "~/ui/use-form.ts";
import { momentText } from "./rules.ts";
import type { StaffOrderDetail } from "./staff-queries.ts";
import { describeUse, isOverdue, staffTexts } from "./staff-rules.ts";

type Props = {
  review: NonNullable<StaffOrderDetail["order"]["review"]>;
  use: StaffOrderDetail["use"];
  onDecide: (body: { isAccepted: boolean; reason: string }) => Promise<unknown>;
};

/** Yes or no to a withdrawal that waits for the team, with the reason that the member reads. */
export function WithdrawalDecision({ review, use, onDecide }: Props) {
  const now = useMoment();
  const { props, field, values, setValues, isBusy, failure } = useForm({
    initial: { reason: "", decision: "" },
    validate: ({ reason }) =>
      keepErrors({ reason: reason.trim() === "" ? staffTexts.reasonRequired : undefined, decision: undefined }),
    submit: async ({ reason, decision }) => {
      await onDecide({ isAccepted: decision === "accept", reason });
      showToast({ type: "success", title: decision === "accept" ? "Desistência aceita" : "Desistência recusada" });
    },
  });
  const button = (decision: "accept" | "refuse", text: string, variant: "danger" | "outline") => (
    <Button
      type="submit"
      variant={variant}
      isBusy={isBusy && values.decision === decision}
      onClick={() => setValues({ decision })}
    >
      {text}
    </Button>
  );
  return (
    <form {...props} className="grid gap-3">
      <p className="text-14 text-muted">
        Pedida em {momentText(review.requestedAt)}. Não é a primeira deste membro.{" "}
        {use && `Usado até agora: ${describeUse(use)}.`}
      </p>
      {isOverdue(review, now) ? (
        <Alert tone="error" title="Resposta atrasada">
          O prazo terminou em {momentText(review.answerBy)}.
        </Alert>
      ) : (
        <p className="text-14">Responda até {momentText(review.answerBy)}. Até lá não vendemos fichas a este membro.</p>
      )}
      <TextArea label="Motivo, como o membro vai ler" rows={3} maxLength={REASON_MAX} {...field("reason")} />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {button("accept", "Aceitar e devolver", "danger")}
        {button("refuse", "Recusar", "outline")}
      </div>
    </form>
  );
}
