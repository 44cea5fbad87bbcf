import { tidyEmail } from "@caramelo/contract/formats/email";
import { momentText } from "@caramelo/contract/formats/moments";
import { confirmationTexts } from "@caramelo/contract/texts/confirmation";
import { delayedKinds, delayedTexts } from "@caramelo/contract/texts/delayed-requests";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { refreshSession, useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { EmailField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { delayedRequestsQuery } from "./delayed-requests.tsx";
import { type EmailChangeForm, findEmailChangeErrors } from "./rules.ts";

export function EmailChange({ onDone }: { onDone: () => void }) {
  const { email: own } = useMember();
  const [sentTo, setSentTo] = useState<string>();
  const [delayedUntil, setDelayedUntil] = useState<string>();
  const queries = useQueryClient();
  const { props, field, failure, isBusy } = useForm<EmailChangeForm>({
    initial: { email: "", currentPassword: "" },
    validate: (values) => findEmailChangeErrors(values, own),
    submit: async (values) => {
      const { awaitsConfirmation, delayedUntil: until } = await api.accounts.changeEmail({ body: values });
      await queries.invalidateQueries(delayedRequestsQuery());
      if (until !== undefined) return setDelayedUntil(until);
      if (awaitsConfirmation) return setSentTo(tidyEmail(values.email));
      await refreshSession();
      onDone();
    },
  });
  if (delayedUntil !== undefined) {
    return (
      <Alert tone="warning" title={`${delayedKinds.email_change}: começa em ${momentText(delayedUntil)}`}>
        {delayedTexts.why}
      </Alert>
    );
  }
  if (sentTo !== undefined) {
    return (
      <Alert tone="success" title={confirmationTexts.confirmationSent}>
        Abra o link enviado para {sentTo}. Até lá, o e-mail atual continua valendo.
      </Alert>
    );
  }
  return (
    <form {...props} className="grid gap-4">
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <EmailField label="Novo e-mail" autoComplete="email" {...field("email")} />
      <PasswordField label="Senha atual" autoComplete="current-password" required {...field("currentPassword")} />
      <Button type="submit" isBusy={isBusy} busyLabel="Salvando…" className="md:justify-self-start">
        Salvar e-mail
      </Button>
    </form>
  );
}
