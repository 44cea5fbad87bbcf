import { confirmationTexts } from "@caramelo/contract/texts/confirmation";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { refreshSession, useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { EmailField } from "~/ui/forms/email-field.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { type EmailChangeForm, findEmailChangeErrors } from "./rules.ts";

export function EmailChange({ onDone }: { onDone: () => void }) {
  const { email: own } = useMember();
  const [sentTo, setSentTo] = useState<string>();
  const { props, field, failure, isBusy } = useForm<EmailChangeForm>({
    initial: { email: "", currentPassword: "" },
    validate: (values) => findEmailChangeErrors(values, own),
    submit: async (values) => {
      const { awaitsConfirmation } = await api.accounts.changeEmail({ body: values });
      if (awaitsConfirmation) return setSentTo(values.email.trim());
      await refreshSession();
      onDone();
    },
  });
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
