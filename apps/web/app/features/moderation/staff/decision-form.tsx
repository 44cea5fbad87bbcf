import { REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  yes: string;
  no: string;
  /** The answer that is sent unless another one is typed. */
  suggestion: string;
  label: string;
  onDecide: (decision: { isYes: boolean; answer: string }) => Promise<unknown>;
};

/** The form that grants or refuses a member's request, with an answer that the member will read. */
export function DecisionForm({ yes, no, suggestion, label, onDecide }: Props) {
  const { props, field, values, setValues, isBusy, failure } = useForm({
    initial: { answer: suggestion, isYes: "" },
    validate: ({ answer }) =>
      keepErrors({ answer: errorIfBlank(answer, staffFields.answerRequired), isYes: undefined }),
    submit: async ({ answer, isYes }) => {
      await onDecide({ isYes: isYes === "yes", answer });
    },
  });
  const button = (value: "yes" | "no", text: string, variant: "primary" | "outline") => (
    <Button
      type="submit"
      size="small"
      variant={variant}
      isBusy={isBusy && values.isYes === value}
      onClick={() => setValues({ isYes: value })}
    >
      {text}
    </Button>
  );
  return (
    <form {...props} className="grid gap-3">
      <TextArea label={label} rows={2} maxLength={REASON_MAX} {...field("answer")} />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        {button("yes", yes, "primary")}
        {button("no", no, "outline")}
      </div>
    </form>
  );
}
