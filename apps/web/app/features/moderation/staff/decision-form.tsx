import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { DecisionButtons, readDecision } from "~/ui/forms/decision-buttons.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";

type Props = {
  yes: string;
  no: string;
  /** The answer that is sent unless the staff types another one. */
  suggestion: string;
  label: string;
  onDecide: (decision: { isYes: boolean; answer: string }) => Promise<unknown>;
};

/** The form that grants or refuses a member's request, with an answer to the member. */
export function DecisionForm({ yes, no, suggestion, label, onDecide }: Props) {
  const form = useForm({
    initial: { answer: suggestion },
    validate: ({ answer }) => keepErrors({ answer: errorIfBlank(answer, staffFields.answerRequired) }),
    submit: async ({ answer }, event) => {
      const isYes = readDecision(event);
      if (isYes !== undefined) await onDecide({ isYes, answer });
    },
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextArea label={label} rows={2} maxLength={REASON_MAX} {...form.field("answer")} />
      <DecisionButtons form={form} yes={yes} no={no} size="small" />
    </form>
  );
}
