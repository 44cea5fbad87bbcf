import { signUpErrors } from "@caramelo/contract/texts/sign-up";
import type { FormEvent, ReactNode } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { keepErrors } from "~/ui/forms/form-rules.ts";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { findPasswordError } from "../rules.ts";

type Props = {
  /** The photo picker, which another feature provides. */
  children: ReactNode;
  isPreparing: boolean;
  /** The uploaded share of the photos, from 0 to 1; undefined before the upload. */
  share: number | undefined;
  isDone: boolean;
  /** True after a page reload, which loses the password. */
  asksForPassword: boolean;
  onBack: () => void;
  /** Whether the photos may be sent. If not, it shows why. */
  checkPhotos: () => boolean;
  onSubmit: (password: string) => Promise<void>;
};

/**
 * Step 2 of the sign-up: choosing the photos and making the account. On phones the buttons stay at the bottom of the
 * screen.
 */
export function SignUpPhotosStep(props: Props) {
  const { children, asksForPassword, isPreparing, isDone } = props;
  const form = useForm({
    initial: { password: "" },
    validate: ({ password }) => keepErrors({ password: asksForPassword ? findPasswordError(password) : undefined }),
    submit: ({ password }) => props.onSubmit(password),
  });
  const isBusy = isPreparing || isDone || form.isBusy;
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (isBusy || !props.checkPhotos()) return event.preventDefault();
    return form.props.onSubmit(event);
  }
  const { failure } = form;
  return (
    <form
      {...form.props}
      onSubmit={handleSubmit}
      className={cx("grid gap-5 md:pb-0", failure === undefined ? "pb-24" : "pb-52")}
    >
      {/* Photos that are being sent can no longer be changed. */}
      <fieldset disabled={form.isBusy} className="min-w-0">
        {children}
      </fieldset>
      {asksForPassword && (
        <PasswordField
          label="Senha"
          autoComplete="new-password"
          required
          hint="A página foi recarregada, e a senha nunca fica guardada. Digite-a mais uma vez."
          {...form.field("password")}
        />
      )}
      <div
        data-foot-bar
        className="fixed inset-x-0 bottom-0 z-20 grid grid-cols-[auto_minmax(0,1fr)] gap-3 border-t border-line bg-surface px-5 pt-3 pb-[calc(1rem+env(safe-area-inset-bottom))] short:static short:border-0 short:bg-transparent short:p-0 md:static md:border-0 md:bg-transparent md:p-0"
      >
        {failure !== undefined && (
          <Alert tone="error" className="col-span-2">
            {isApiError(failure) ? messageOf(failure) : signUpErrors.SIGNUP_UNEXPECTED_ERROR}
          </Alert>
        )}
        <Button variant="outline" size="large" disabled={isBusy} onClick={props.onBack}>
          Voltar
        </Button>
        <Button
          type="submit"
          size="large"
          isBusy={isBusy}
          busyLabel={describeProgress(props)}
          className="max-md:px-3 max-md:whitespace-normal"
        >
          Criar Conta
        </Button>
      </div>
    </form>
  );
}

function describeProgress({ isPreparing, share, isDone, asksForPassword }: Props): string {
  if (isPreparing) return "Preparando fotos…";
  if (isDone) return "Abrindo o login…";
  if (asksForPassword && share === undefined) return "Conferindo a senha…";
  const sentShare = share ?? 0;
  return sentShare < 1 ? `Enviando fotos… ${Math.round(sentShare * 100)}%` : "Criando conta…";
}
