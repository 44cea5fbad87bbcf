import type { FormEvent, ReactNode } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { Alert } from "~/ui/states/alert.tsx";

type Props = {
  /** The photo picker, which belongs to another feature. */
  children: ReactNode;
  failure: string | undefined;
  isBusy: boolean;
  busyLabel: string;
  /** True after a reload of the page, which forgets the password. */
  asksForPassword: boolean;
  passwordError: string | undefined;
  onBack: () => void;
  onSubmit: (password: string | undefined) => void;
};

/**
 * Step 2 of the sign-up: choosing the photos and making the account. On phones the buttons stay at the bottom of the
 * screen.
 */
export function SignUpPhotosStep({ children, failure, isBusy, busyLabel, onBack, onSubmit, ...ofPassword }: Props) {
  const { asksForPassword, passwordError } = ofPassword;
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get("password");
    if (!isBusy) onSubmit(typeof password === "string" ? password : undefined);
  }
  return (
    <form method="post" noValidate onSubmit={handleSubmit} className="grid gap-5 pb-24 md:pb-0">
      {children}
      {asksForPassword && (
        <PasswordField
          label="Senha"
          name="password"
          autoComplete="new-password"
          required
          hint="A página foi recarregada, e a senha nunca fica guardada. Digite-a mais uma vez."
          error={passwordError}
        />
      )}
      <div className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-t border-line bg-surface px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] md:static md:border-0 md:bg-transparent md:p-0">
        {failure && (
          <Alert tone="error" className="col-span-2">
            {failure}
          </Alert>
        )}
        <Button variant="outline" size="large" disabled={isBusy} onClick={onBack}>
          Voltar
        </Button>
        <Button
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel={busyLabel}
          className="max-md:px-3 max-md:whitespace-normal"
        >
          Criar Conta
        </Button>
      </div>
    </form>
  );
}
