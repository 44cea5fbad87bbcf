import { momentText } from "@caramelo/contract/formats/moments";
import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { type SyntheticEvent, useRef, useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { Button } from "~/ui/basics/button.tsx";
import { readSubmitter } from "~/ui/forms/form-fields.ts";
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

/** The form in which staff accept or refuse a withdrawal, with the reason that the member reads. */
export function WithdrawalDecision({ review, use, onDecide }: Props) {
  const now = useMoment();
  // A ref and not a state, because the submit reads it in the same event, before React renders again.
  const pressed = useRef<string>(undefined);
  const [sent, setSent] = useState<string>();
  const { props, field, isBusy, failure } = useForm({
    initial: { reason: "" },
    validate: ({ reason }) => keepErrors({ reason: errorIfBlank(reason, staffFields.reasonRequired) }),
    submit: async ({ reason }) => {
      const decision = pressed.current;
      if (decision !== "accept" && decision !== "refuse") return;
      setSent(decision);
      await onDecide({ isAccepted: decision === "accept", reason });
      showToast({ type: "success", title: decision === "accept" ? "Desistência aceita" : "Desistência recusada" });
    },
  });
  const button = (decision: "accept" | "refuse", text: string, variant: "danger" | "outline") => (
    <Button type="submit" name="decision" value={decision} variant={variant} isBusy={isBusy && sent === decision}>
      {text}
    </Button>
  );
  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    pressed.current = readSubmitter(event.nativeEvent);
    return props.onSubmit(event);
  };
  return (
    <form {...props} onSubmit={handleSubmit} className="grid gap-3">
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
      <TextArea label="Motivo, como o membro vai ler" rows={3} maxLength={REASON_MAX} {...field("reason")} />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {button("accept", "Aceitar e devolver", "danger")}
        {button("refuse", "Recusar", "outline")}
      </div>
    </form>
  );
}
