import { useQueryClient } from "@tanstack/react-query";
import { api, messageOf } from "~/platform/api.ts";
import { useMember } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { NewPasswordFields } from "../password/new-password-fields.tsx";
import { DEVICES } from "./device-list.tsx";
import { findPasswordChangeErrors, type PasswordChangeForm } from "./rules.ts";

/** The form that sets a new password with the current one. The change signs out all other devices. */
export function PasswordChange({ onDone }: { onDone: () => void }) {
  const { email, name } = useMember();
  const client = useQueryClient();
  const form = useForm<PasswordChangeForm>({
    initial: { currentPassword: "", password: "", passwordConfirmation: "" },
    validate: findPasswordChangeErrors,
    submit: async (values) => {
      await api.accounts.changePassword({ body: values });
      void client.invalidateQueries({ queryKey: DEVICES });
      onDone();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      {/* This hidden field tells password managers whose password it is. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Senha atual" autoComplete="current-password" required {...form.field("currentPassword")} />
      <NewPasswordFields form={form} own={[name, ...email.split("@")]} />
      <Button type="submit" isBusy={form.isBusy} busyLabel="Salvando…" className="md:justify-self-start">
        Salvar senha
      </Button>
    </form>
  );
}
