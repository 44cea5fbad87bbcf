import type { ReactNode } from "react";
import type { api } from "~/platform/api.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { TextField } from "~/ui/text-field.tsx";
import { findEmailFault, keepFaults } from "./rules.ts";
import { useShortForm } from "./use-short-form.ts";

type Props = {
  /** The call that sends the mail. */
  ask: typeof api.accounts.requestRecovery;
  submitLabel: string;
  onSent: (email: string) => void;
  /** What stands there when it failed. */
  explain: (error: unknown) => ReactNode;
};

/** Asks for an address and has a link mailed to it. The answer tells nobody whether the address has an account. */
export function MailedForm({ ask, submitLabel, onSent, explain }: Props) {
  const isHydrated = useIsHydrated();
  const { form, faults, error, isBusy } = useShortForm({
    names: ["email"],
    judge: ({ email }) => keepFaults<{ email: string }>({ email: findEmailFault(email) }),
    send: async ({ email }) => {
      await ask({ body: { email } });
      onSent(email.trim());
    },
  });
  return (
    <form {...form} className="grid gap-5">
      {error !== undefined && <Alert tone="error">{explain(error)}</Alert>}
      <TextField
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="voce@exemplo.com.br"
        required
        error={faults.email}
      />
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
