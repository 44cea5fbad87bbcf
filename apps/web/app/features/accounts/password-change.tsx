import { useQueryClient } from "@tanstack/react-query";
import { api, messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { PasswordField } from "~/ui/password-field.tsx";
import { DEVICES } from "./device-queries.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { findPasswordChangeFaults } from "./rules.ts";
import { useShortForm } from "./use-short-form.ts";

/** A new password, set with the one of now. All other devices are signed out by it. */
export function PasswordChange({ onDone }: { onDone: () => void }) {
  const { email, name } = useMember();
  const client = useQueryClient();
  const { form, faults, error, isBusy } = useShortForm({
    names: ["currentPassword", "password", "passwordConfirmation"],
    judge: findPasswordChangeFaults,
    send: async (values) => {
      await api.accounts.changePassword({ body: values });
      void client.invalidateQueries({ queryKey: DEVICES });
      onDone();
    },
  });
  return (
    <form {...form} className="grid gap-4">
      {error !== undefined && <Alert tone="error">{messageOf(error)}</Alert>}
      {/* Password managers learn whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Senha atual"
        name="currentPassword"
        autoComplete="current-password"
        required
        error={faults.currentPassword}
      />
      <NewPasswordFields faults={faults} own={[name, ...email.split("@")]} />
      <Button type="submit" isBusy={isBusy} busyLabel="Salvando…" className="md:justify-self-start">
        Salvar senha
      </Button>
    </form>
  );
}
