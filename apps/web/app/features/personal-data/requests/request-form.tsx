import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { DATA_REQUEST_WORDS_MAX } from "@caramelo/contract/limits";
import { DATA_REQUEST_KINDS, dataRequestMailTexts, dataRequestNames } from "@caramelo/contract/texts/data-requests";
import { useState } from "react";
import { api } from "~/platform/api.ts";
import { useSession } from "~/platform/session.ts";
import { PublicForm, SenderFields } from "~/ui/forms/public-form.tsx";
import { choicesOf, SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { findRequestErrors, type RequestValues } from "./rules.ts";

type RequestReceipt = AnswerOf<Contract["personalData"]["sendDataRequest"]>;

/**
 * The form for LGPD requests. A member's request has the name and address of the account. `linkedKind` applies until
 * another kind is chosen: the page is prerendered without its query, so the browser learns it when texts may already be
 * typed.
 */
export function RequestForm({ linkedKind }: { linkedKind: string }) {
  const [receipt, setReceipt] = useState<RequestReceipt>();
  const { user } = useSession();
  const member = user && !user.isAdmin ? user : undefined;
  const complete = (requestValues: RequestValues) => ({ ...requestValues, kind: requestValues.kind || linkedKind });
  const form = useForm<RequestValues>({
    initial: { kind: "", words: "", name: "", email: "" },
    validate: (requestValues) => findRequestErrors({ ...complete(requestValues), ...identityOf(member) }),
    submit: async (requestValues) => {
      const { kind, ...texts } = complete(requestValues);
      const knownKind = DATA_REQUEST_KINDS.find((requestKind) => requestKind === kind);
      const body = { ...texts, ...identityOf(member) };
      if (knownKind) setReceipt(await api.personalData.sendDataRequest({ body: { ...body, kind: knownKind } }));
    },
  });
  const { field, values, errors, setValues } = form;
  return (
    <PublicForm
      noun="pedido"
      receivedTitle="Recebemos o seu pedido"
      form={form}
      receipt={receipt}
      mailTexts={dataRequestMailTexts}
    >
      <SelectField
        label="O que você quer pedir"
        required
        error={errors.kind}
        value={complete(values).kind}
        onChange={({ currentTarget }) => setValues({ kind: currentTarget.value })}
        options={choicesOf(dataRequestNames)}
      />
      <TextArea
        label="Seu pedido"
        hint="Diga de que dados se trata. Não envie documentos nem senhas."
        rows={5}
        maxLength={DATA_REQUEST_WORDS_MAX}
        required
        {...field("words")}
      />
      {member ? (
        <p className="text-14 wrap-anywhere text-muted">A resposta vai para o e-mail da sua conta, {member.email}.</p>
      ) : (
        <SenderFields field={field} />
      )}
    </PublicForm>
  );
}

const identityOf = (member: { name: string; email: string } | undefined) =>
  member && { name: member.name, email: member.email };
