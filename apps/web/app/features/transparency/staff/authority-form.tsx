import { AUTHORITY_DAY_MIN, AUTHORITY_WORDS_MAX } from "@caramelo/contract/limits";
import {
  AUTHORITIES,
  AUTHORITY_OUTCOMES,
  authorityFields,
  authorityNames,
  authorityOutcomes,
} from "@caramelo/contract/texts/transparency";
import { useState } from "react";
import { makeId } from "~/platform/make-id.ts";
import { errorIfBlank, type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { FormSubmit } from "~/ui/forms/form-submit.tsx";
import { choicesOf, SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { useRecordAuthority } from "./queries.ts";

type Form = { receivedOn: string; authority: string; words: string; outcome: string };

const EMPTY: Form = { receivedOn: "", authority: "", words: "", outcome: "" };

const findErrors = ({ receivedOn, authority, words, outcome }: Form): FormErrors<Form> =>
  keepErrors<Form>({
    receivedOn: errorIfBlank(receivedOn, authorityFields.authorityDayRequired),
    authority: errorIfBlank(authority, authorityFields.authorityRequired),
    words: errorIfBlank(words, authorityFields.authorityWordsRequired),
    outcome: errorIfBlank(outcome, authorityFields.authorityOutcomeRequired),
  });

/** Records an answered request of an authority. */
export function AuthorityForm({ onRecorded }: { onRecorded: () => void }) {
  const record = useRecordAuthority();
  // A form whose answer was lost is resent with the same id and counts once. After an answer a new form starts.
  const [requestId] = useState(makeId);
  const form = useForm<Form>({
    initial: EMPTY,
    validate: findErrors,
    submit: async ({ receivedOn, words, ...choices }) => {
      const authority = AUTHORITIES.find((name) => name === choices.authority);
      const outcome = AUTHORITY_OUTCOMES.find((name) => name === choices.outcome);
      if (!authority || !outcome) return;
      await record.mutateAsync({ body: { requestId, receivedOn, authority, words, outcome } });
      onRecorded();
    },
  });
  const { props, field, values, errors, setValues } = form;
  return (
    <form
      {...props}
      aria-label="Registrar pedido"
      className="grid gap-5 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div className="grid gap-5 md:grid-cols-3">
        <TextField label="Recebido em" type="date" min={AUTHORITY_DAY_MIN} required {...field("receivedOn")} />
        <SelectField
          label="Autoridade"
          required
          error={errors.authority}
          value={values.authority}
          onChange={({ currentTarget }) => setValues({ authority: currentTarget.value })}
          options={choicesOf(authorityNames)}
        />
        <SelectField
          label="Resultado"
          required
          error={errors.outcome}
          value={values.outcome}
          onChange={({ currentTarget }) => setValues({ outcome: currentTarget.value })}
          options={choicesOf(authorityOutcomes)}
        />
      </div>
      <TextArea
        label="O que foi pedido"
        hint="Sem nomes nem dados de membros: o registro fica e não pode ser mudado."
        rows={3}
        maxLength={AUTHORITY_WORDS_MAX}
        required
        {...field("words")}
      />
      <FormSubmit form={form} busyLabel="Registrando…">
        Registrar pedido
      </FormSubmit>
    </form>
  );
}
