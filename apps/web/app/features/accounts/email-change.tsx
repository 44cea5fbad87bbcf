import { memberMessages } from "@caramelo/contract/errors";
import { useState } from "react";
import { api, messageOf } from "~/platform/api.ts";
import { refreshSession, useMember } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { findEmailChangeFaults } from "./rules.ts";
import { useShortForm } from "./use-short-form.ts";

/** The member's address, changed with the password of now. */
export function EmailChange({ onDone }: { onDone: () => void }) {
  const { email: own } = useMember();
  const [sentTo, setSentTo] = useState<string>();
  const { form, faults, error, isBusy } = useShortForm({
    names: ["email", "currentPassword"],
    judge: (values) => findEmailChangeFaults(values, own),
    send: async (values) => {
      const { awaitsConfirmation } = await api.accounts.changeEmail({ body: values });
      if (awaitsConfirmation) return setSentTo(values.email.trim());
      await refreshSession();
      onDone();
    },
  });
  if (sentTo !== undefined) {
    return (
      <Alert tone="success" title={memberMessages.confirmationSent}>
        Abra o link enviado para {sentTo}. Até lá, o email atual continua valendo.
      </Alert>
    );
  }
  return (
    <form {...form} className="grid gap-4">
      {error !== undefined && <Alert tone="error">{messageOf(error)}</Alert>}
      <TextField
        label="Novo email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        error={faults.email}
      />
      <PasswordField
        label="Senha atual"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={faults.currentPassword}
      />
      <Button type="submit" isBusy={isBusy} busyLabel="Salvando…" className="md:justify-self-start">
        Salvar email
      </Button>
    </form>
  );
}
