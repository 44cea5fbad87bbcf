import { APPEAL_MAX } from "@caramelo/contract/limits";
import { measureNames } from "@caramelo/contract/texts/moderation";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import type { Measure } from "./queries.ts";
import { appealWordsOf, describeAppeal, describeMeasure, findAppealErrors } from "./rules.ts";

type Props = { measure: Measure; onAppeal: (text: string) => Promise<unknown> };

/** A measure as shown to the member, with the form for the one appeal. */
export function MeasureCard({ measure, onAppeal }: Props) {
  const appealed = describeAppeal(measure);
  return (
    <section
      aria-label={measureNames[measure.kind]}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <h2 className="text-18">{measureNames[measure.kind]}</h2>
      <p className="wrap-anywhere whitespace-pre-wrap">{measure.reason}</p>
      <p className="text-14 text-muted">{describeMeasure(measure)}</p>
      {appealed && <p className="border-t border-line pt-3 text-14 wrap-anywhere">{appealed}</p>}
      {measure.mayAppeal && <AppealForm words={appealWordsOf(measure)} onAppeal={onAppeal} />}
    </section>
  );
}

function AppealForm({ words, onAppeal }: Pick<Props, "onAppeal"> & { words: ReturnType<typeof appealWordsOf> }) {
  const form = useForm({
    initial: { text: "" },
    validate: findAppealErrors,
    submit: async ({ text }) => {
      await onAppeal(text);
      showToast({ type: "success", title: words.sent });
    },
  });
  return (
    <form {...form.props} className="grid gap-3 border-t border-line pt-3">
      <TextArea label={words.label} hint={words.hint} rows={3} maxLength={APPEAL_MAX} {...form.field("text")} />
      <FormSubmit form={form} busyLabel="Enviando…" className="justify-self-start">
        {words.submit}
      </FormSubmit>
    </form>
  );
}
