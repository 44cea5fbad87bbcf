import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { NOTICE_ADDRESS_MAX, NOTICE_WORDS_MAX } from "@caramelo/contract/limits";
import { NOTICE_KINDS, noticeFields, noticeMailTexts, noticeNames } from "@caramelo/contract/texts/moderation";
import { profileFields } from "@caramelo/contract/texts/profile-form";
import { signInFields } from "@caramelo/contract/texts/sign-in";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { errorIfBlank, type FormErrors, keepErrors } from "~/ui/forms/form-rules.ts";
import { PublicForm, SenderFields } from "~/ui/forms/public-form.tsx";
import { choicesOf, SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";

type NoticeReceipt = AnswerOf<Contract["moderation"]["sendNotice"]>;
type Form = { kind: string; address: string; words: string; name: string; email: string };

function findErrors({ kind, address, words, name, email }: Form): FormErrors<Form> {
  return keepErrors<Form>({
    kind: errorIfBlank(kind, noticeFields.noticeKindRequired),
    address: errorIfBlank(address, noticeFields.noticeAddressRequired),
    words: errorIfBlank(words, noticeFields.noticeWordsRequired),
    name: errorIfBlank(name, profileFields.nameRequired),
    email: errorIfBlank(email, signInFields.emailRequired),
  });
}

/** The public form for reporting intimate pictures, a danger to minors or other illegal content; needs no account. */
export function NoticeForm() {
  const [receipt, setReceipt] = useState<NoticeReceipt>();
  const form = useForm<Form>({
    initial: { kind: "", address: "", words: "", name: "", email: "" },
    validate: findErrors,
    submit: async ({ kind, ...rest }) => {
      const knownKind = NOTICE_KINDS.find((noticeKind) => noticeKind === kind);
      if (knownKind) setReceipt(await api.moderation.sendNotice({ body: { kind: knownKind, ...rest } }));
    },
  });
  const { field, values, errors, setValues } = form;
  return (
    <PublicForm
      noun="denúncia"
      receivedTitle="Recebemos a sua denúncia"
      form={form}
      receipt={receipt}
      mailTexts={noticeMailTexts}
    >
      <SelectField
        label="Do que se trata"
        required
        error={errors.kind}
        value={values.kind}
        onChange={({ currentTarget }) => setValues({ kind: currentTarget.value })}
        options={choicesOf(noticeNames)}
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
      <SenderFields field={field} />
    </PublicForm>
  );
}
