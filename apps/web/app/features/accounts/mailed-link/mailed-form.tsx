import { tidyEmail } from "@caramelo/contract/formats/email";
import type { ReactNode } from "react";
import type { api } from "~/platform/api.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { Button } from "~/ui/basics/button.tsx";
import { keepErrors } from "~/ui/forms/form-rules.ts";
import { EmailField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { findEmailError } from "../rules.ts";

type Props = {
  /** Sends the mail. */
  ask: typeof api.accounts.requestRecovery;
  submitLabel: string;
  onSent: (email: string) => void;
  /** Returns what the form shows when the call failed. */
  explain: (error: unknown) => ReactNode;
};

/** Asks for an address and has a link mailed to it. The answer does not reveal whether the address has an account. */
export function MailedForm({ ask, submitLabel, onSent, explain }: Props) {
  const isHydrated = useIsHydrated();
  const { props, field, failure, isBusy } = useForm({
    initial: { email: "" },
    validate: ({ email }) => keepErrors<{ email: string }>({ email: findEmailError(email) }),
    submit: async ({ email }) => {
      await ask({ body: { email } });
      onSent(tidyEmail(email));
    },
  });
  return (
    <form {...props} className="grid gap-5">
      {failure !== undefined && <Alert tone="error">{explain(failure)}</Alert>}
      <EmailField label="E-mail" autoComplete="username" placeholder="voce@exemplo.com.br" {...field("email")} />
      <Button
        type="submit"
        size="large"
        isWide
        disabled={!isHydrated}
        isBusy={isBusy}
        busyLabel="Enviando…"
        className="disabled:opacity-100"
      >
        {submitLabel}
      </Button>
    </form>
  );
}
