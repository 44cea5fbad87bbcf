import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";
import { DATA_REQUEST_WORDS_MAX, EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { DATA_REQUEST_KINDS, dataRequestMailTexts, dataRequestNames } from "@caramelo/contract/texts/data-requests";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { useSession } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { ReceivedPanel } from "~/ui/states/received-panel.tsx";
import { type RequestForm as Form, findRequestErrors } from "./rules.ts";

type ReceivedRequest = AnswerOf<Contract["personalData"]["sendDataRequest"]>;

/**
 * The form of requests by the LGPD. A member's request has the name and address of the account. `linkedKind` shows until
 * another kind is chosen: the page is made without its address, so the browser learns it when texts may be typed already.
 */
export function RequestForm({ linkedKind }: { linkedKind: string }) {
  const [received, setReceived] = useState<ReceivedRequest>();
  const { user } = useSession();
  const member = user && !user.isAdmin ? user : undefined;
  const complete = (form: Form): Form => ({ ...form, kind: form.kind || linkedKind });
  const { props, field, values, errors, setValues, isBusy, failure } = useForm<Form>({
    initial: { kind: "", words: "", name: "", email: "" },
    validate: (form) => findRequestErrors({ ...complete(form), ...identityOf(member) }),
    submit: async (form) => {
      const { kind, ...texts } = complete(form);
      const knownKind = DATA_REQUEST_KINDS.find((requestKind) => requestKind === kind);
      const body = { ...texts, ...identityOf(member) };
      if (knownKind) setReceived(await api.personalData.sendDataRequest({ body: { ...body, kind: knownKind } }));
    },
  });
  if (received) {
    return (
      <ReceivedPanel noun="pedido" number={received.number} dueAt={received.dueAt}>
        {dataRequestMailTexts[received.mail]}
      </ReceivedPanel>
    );
  }
  return (
    <form {...props} className="grid gap-5 rounded-card border border-line bg-surface p-4 md:p-6">
      <SelectField
        label="O que você pede"
        required
        error={errors.kind}
        value={complete(values).kind}
        onChange={({ currentTarget }) => setValues({ kind: currentTarget.value })}
        options={[["", "Escolha"], ...DATA_REQUEST_KINDS.map((name) => [name, dataRequestNames[name]] as const)]}
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
      )}
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button
        type="submit"
        size="large"
        isBusy={isBusy}
        busyLabel="Enviando…"
        className="justify-self-start max-md:w-full"
      >
        Enviar pedido
      </Button>
    </form>
  );
}

const identityOf = (member: { name: string; email: string } | undefined) =>
  member && { name: member.name, email: member.email };
