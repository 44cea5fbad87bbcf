import { api, messageOf } from "~/platform/api.ts";
import { factorQuestion } from "~/platform/fresh-factor.ts";
import { useMember } from "~/platform/session.ts";
import { useStore } from "~/platform/store.ts";
import { Button } from "~/ui/basics/button.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Dialog } from "~/ui/overlays/dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { CodeField } from "./code-field.tsx";
import { findProofErrors, staffTexts } from "./rules.ts";

/** Asks staff for their password or a code again, whenever a grave action requires it. */
export function FreshFactorDialog() {
  const question = useStore(factorQuestion);
  const hasFactor = useMember().staff?.hasFactor ?? false;
  return (
    <Dialog
      isOpen={question !== null}
      onOpenChange={(isOpen) => !isOpen && question?.answer(false)}
      title={staffTexts.proveTitle}
      description={hasFactor ? staffTexts.proveByCode : staffTexts.proveByPassword}
    >
      {question && <ProofForm hasFactor={hasFactor} onProven={() => question.answer(true)} />}
    </Dialog>
  );
}

function ProofForm({ hasFactor, onProven }: { hasFactor: boolean; onProven: () => void }) {
  const { email } = useMember();
  const form = useForm({
    initial: { proof: "" },
    validate: ({ proof }) => findProofErrors(proof, hasFactor),
    submit: async (body) => {
      await api.accounts.prove({ body });
      onProven();
    },
  });
  return (
    <form {...form.props} className="grid gap-4">
      {form.failure !== undefined && <Alert tone="error">{messageOf(form.failure)}</Alert>}
      {hasFactor ? (
        <CodeField autoFocus {...form.field("proof")} />
      ) : (
        <>
          {/* This hidden field tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <PasswordField label="Senha" autoComplete="current-password" autoFocus required {...form.field("proof")} />
        </>
      )}
      <Button type="submit" isBusy={form.isBusy} busyLabel="Confirmando…">
        Confirmar
      </Button>
    </form>
  );
}
