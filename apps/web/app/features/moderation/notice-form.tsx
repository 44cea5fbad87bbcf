import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { EMAIL_MAX, NAME_MAX, NOTICE_ADDRESS_MAX, NOTICE_WORDS_MAX } from "@caramelo/contract/limits";
import { NOTICE_KINDS, noticeFields, noticeMailTexts, noticeNames } from "@caramelo/contract/texts/moderation";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { ReceivedPanel } from "~/ui/states/received-panel.tsx";

type ReceivedNotice = AnswerOf<Contract["moderation"]["sendNotice"]>;
type Form = { kind: string; address: string; words: string; name: string; email: string };

function findErrors({ kind, address, words, name, email }: Form): FormErrors<Form> {
  const missing = (text: string, error: string) => (text.trim() === "" ? error : undefined);
  return keepErrors<Form>({
    kind: kind === "" ? noticeFields.noticeKindRequired : undefined,
    address: missing(address, noticeFields.noticeAddressRequired),
    words: missing(words, noticeFields.noticeWordsRequired),
    name: missing(name, profileFields.nameRequired),
    email: missing(email, signInFields.emailRequired),
  });
}

/**
 * The public form with which anybody, even without an account, reports intimate pictures, a danger to minors or other
 * illegal content.
 */
export function NoticeForm() {
  const [received, setReceived] = useState<ReceivedNotice>();
  const { props, field, values, errors, setValues, isBusy, failure } = useForm<Form>({
    initial: { kind: "", address: "", words: "", name: "", email: "" },
    validate: findErrors,
    submit: async ({ kind, ...rest }) => {
      const knownKind = NOTICE_KINDS.find((noticeKind) => noticeKind === kind);
      if (knownKind) setReceived(await api.moderation.sendNotice({ body: { kind: knownKind, ...rest } }));
    },
  });
  if (received) {
    return (
      <ReceivedPanel noun="aviso" number={received.number} dueAt={received.dueAt}>
        {noticeMailTexts[received.mail]}
      </ReceivedPanel>
    );
  }
  return (
    <form {...props} className="grid gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
      <SelectField
        label="Do que se trata"
        required
        error={errors.kind}
        value={values.kind}
        onChange={({ currentTarget }) => setValues({ kind: currentTarget.value })}
        options={[["", "Escolha"], ...NOTICE_KINDS.map((kind) => [kind, noticeNames[kind]] as const)]}
      />
      <TextField
        label="Onde está o conteúdo"
        hint="O endereço do perfil ou da foto. Sem ele, descreva como encontrar."
        maxLength={NOTICE_ADDRESS_MAX}
        required
        {...field("address")}
      />
      <TextArea
        label="O que aconteceu"
        hint="Quem aparece, desde quando, e se você é a pessoa atingida ou quem a representa. Não envie imagens."
        rows={4}
        maxLength={NOTICE_WORDS_MAX}
        required
        {...field("words")}
      />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField label="Seu nome" autoComplete="name" maxLength={NAME_MAX} required {...field("name")} />
        <TextField
          label="Seu e-mail"
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          hint="O link de confirmação e a resposta vão para ele."
          required
          {...field("email")}
        />
      </div>
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Enviando…"
        className="justify-self-start max-md:w-full"
      >
        Enviar aviso
      </Button>
    </form>
  );
}
