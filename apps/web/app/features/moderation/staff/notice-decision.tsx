import type { InputOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { noticeReasons } from "@caramelo/contract/texts/moderation";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { DecisionButtons, readDecision } from "~/ui/forms/decision-buttons.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import type { Notice } from "../queries.ts";
import { daysOf, listNoticeMeasures, type NoticeMeasure, SUSPENSION_DAYS } from "./rules.ts";

type Decision = InputOf<Contract["moderation"]["decideNotice"]>["body"];
type Form = { answer: string; reason: string; measure: NoticeMeasure; days: string };

const CONFIRM: Record<NoticeMeasure, string> = {
  photo: "Retirar a foto",
  suspension: "Suspender a conta",
  none: "Aceitar a denúncia",
};

/**
 * Accepts or refuses a notice, with the words for its sender and, when it is accepted, the measure against its content.
 */
export function NoticeDecision({
  notice,
  onDecide,
}: {
  notice: Notice;
  onDecide: (decision: Decision) => Promise<void>;
}) {
  const choices = listNoticeMeasures(notice);
  const form = useForm<Form>({
    initial: {
      answer: "Agradecemos a denúncia. Analisamos o conteúdo indicado.",
      reason: noticeReasons[notice.kind],
      measure: choices[0]?.value ?? "none",
      days: "sem",
    },
    validate: ({ answer, reason, measure }) =>
      keepErrors<Form>({
        answer: errorIfBlank(answer, staffFields.answerRequired),
        reason: measure === "none" ? undefined : errorIfBlank(reason, staffFields.reasonRequired),
        measure: undefined,
        days: undefined,
      }),
    submit: async ({ answer, reason, measure, days }, event) => {
      const isAccepted = readDecision(event);
      if (isAccepted === undefined) return;
      if (!isAccepted) return onDecide({ isAccepted: false, answer });
      const length = measure === "suspension" ? daysOf(days) : undefined;
      const measureDetails = measure === "none" ? {} : { reason, ...(length !== undefined && { days: length }) };
      return onDecide({ isAccepted, answer, measure, ...measureDetails });
    },
  });
  const { props, field, values, setValues } = form;
  return (
    <form {...props} className="grid gap-3 border-t border-line pt-3">
      {choices.length > 1 && (
        <ChoiceGroup
          label="Se você aceitar a denúncia"
          hint={
            values.measure === "none" && notice.hasHidden
              ? "O que esta denúncia ocultou volta a aparecer, a não ser que uma medida o impeça."
              : undefined
          }
          isCompact
          choices={choices}
          value={values.measure}
          onValueChange={(measure) => setValues({ measure })}
        />
      )}
      {values.measure === "suspension" && (
        <ChoiceGroup
          label="Por quanto tempo"
          isCompact
          choices={SUSPENSION_DAYS}
          value={values.days}
          onValueChange={(days) => setValues({ days })}
        />
      )}
      {values.measure !== "none" && (
        <TextArea label="Motivo, como o membro vai ler" rows={2} maxLength={REASON_MAX} {...field("reason")} />
      )}
      <TextArea label="Resposta a quem denunciou" rows={2} maxLength={REASON_MAX} {...field("answer")} />
      <DecisionButtons
        form={form}
        yes={CONFIRM[values.measure]}
        no="Manter o conteúdo"
        variant={values.measure === "none" ? "primary" : "danger"}
        size="small"
      />
    </form>
  );
}
