import { STAFF_ROLES, type StaffRole } from "@caramelo/contract/call/staff-permissions";
import { tidyEmail } from "@caramelo/contract/formats/email";
import { EMAIL_MAX, NAME_MAX } from "@caramelo/contract/limits";
import { isApiError, messageOf } from "~/platform/api.ts";
import { findNameError } from "~/platform/person-rules.ts";
import { Button } from "~/ui/basics/button.tsx";
import { keepErrors } from "~/ui/forms/form-rules.ts";
import { SelectField } from "~/ui/forms/select-field.tsx";
import { EmailField, TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { findEmailError } from "../rules.ts";
import { useStaffInvitation } from "./queries.ts";
import { roleWords } from "./team-rules.ts";

type Values = { name: string; email: string; role: StaffRole };

/** Asks for the address and role of a new staff member. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useStaffInvitation();
  const form = useForm<Values>({
    initial: { name: "", email: "", role: "moderator" },
    validate: ({ name, email }) =>
      keepErrors<Values>({ name: findNameError(name), email: findEmailError(email), role: undefined }),
    submit: async (values) => {
      try {
        await invite.mutateAsync(values);
      } catch (error) {
        // Closing the proof dialog without an answer needs no message.
        if (isApiError(error, "FRESH_FACTOR_REQUIRED")) return;
        throw error;
      }
      showToast({ type: "success", title: `Convite enviado a ${tidyEmail(values.email)}` });
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Convidar para a equipe"
      description="A pessoa recebe um link de uso único para criar a própria senha. Retirar o acesso desfaz o convite."
    >
      <form {...form.props} className="grid gap-4">
        {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
        <TextField label="Nome" autoComplete="off" maxLength={NAME_MAX} required {...form.field("name")} />
        <EmailField label="E-mail" autoComplete="off" maxLength={EMAIL_MAX} {...form.field("email")} />
        <SelectField
          label="Função"
          hint={roleWords[form.values.role].text}
          value={form.values.role}
          // The options of the field are the staff roles.
          onChange={({ currentTarget }) => form.setValues({ role: currentTarget.value as StaffRole })}
          options={STAFF_ROLES.map((role) => [role, roleWords[role].name])}
        />
        <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3">
          <DialogClose render={<Button variant="outline">Cancelar</Button>} />
          <Button type="submit" isBusy={form.isBusy} busyLabel="Enviando…">
            Enviar convite
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
