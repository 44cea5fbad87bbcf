import { AUTHORITY_DAY_MIN, AUTHORITY_WORDS_MAX } from "@caramelo/contract/limits";
import {
  AUTHORITIES,
  AUTHORITY_OUTCOMES,
  authorityFields,
  authorityNames,
  authorityOutcomes,
} from "@caramelo/contract/texts/transparency";
import { useState } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { useRecordAuthority } from "./queries.ts";

type Form = { receivedOn: string; authority: string; words: string; outcome: string };

const EMPTY: Form = { receivedOn: "", authority: "", words: "", outcome: "" };

const findErrors = ({ receivedOn, authority, words, outcome }: Form): FormErrors<Form> =>
  keepErrors<Form>({
    receivedOn: receivedOn === "" ? authorityFields.authorityDayRequired : undefined,
    authority: authority === "" ? authorityFields.authorityRequired : undefined,
    words: words.trim() === "" ? authorityFields.authorityWordsRequired : undefined,
    outcome: outcome === "" ? authorityFields.authorityOutcomeRequired : undefined,
  });

/** Records what an authority asked for, once it has got an answer. */
export function AuthorityForm({ onRecorded }: { onRecorded: () => void }) {
  const record = useRecordAuthority();
  // A form whose answer was lost is sent again with the same id and counts once. After an answer comes a new form.
  const [requestId] = useState(() => crypto.randomUUID());
  const { props, field, values, errors, setValues, isBusy, failure } = useForm<Form>({
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
          options={[["", "Escolha"], ...AUTHORITIES.map((name) => [name, authorityNames[name]] as const)]}
        />
        <SelectField
          label="Resultado"
          required
          error={errors.outcome}
          value={values.outcome}
          onChange={({ currentTarget }) => setValues({ outcome: currentTarget.value })}
          options={[["", "Escolha"], ...AUTHORITY_OUTCOMES.map((name) => [name, authorityOutcomes[name]] as const)]}
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
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button type="submit" isBusy={isBusy} busyLabel="Registrando…" className="justify-self-start max-md:w-full">
        Registrar pedido
      </Button>
    </form>
  );
}
