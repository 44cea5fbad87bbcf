import { tidyEmail } from "@caramelo/contract/formats/email";
import { commonErrors } from "@caramelo/contract/texts/common";
import { type ReactNode, useState } from "react";
import { isApiError } from "~/platform/api.ts";
import { useIsHydrated } from "~/platform/hydration.ts";
import { Button } from "~/ui/basics/button.tsx";
import { TextLink } from "~/ui/basics/link.tsx";
import { Checkbox } from "~/ui/forms/checkbox.tsx";
import { PasswordField } from "~/ui/forms/password-field.tsx";
import { EmailField } from "~/ui/forms/text-field.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { LazyPart, lazyPart } from "~/ui/states/lazy-part.tsx";
import { describeSignInFailure } from "./rules.ts";
import type { SignInFormApi } from "./use-sign-in-form.ts";

// Loaded when needed: only a new account that has not been confirmed shows it.
const ResendConfirmation = lazyPart(() =>
  import("../confirmation/resend-confirmation.tsx").then((file) => file.ResendConfirmation),
);

// Loaded when needed: only people with an authenticator app have a second step.
const CodeStep = lazyPart(() => import("./code-step.tsx").then((file) => file.CodeStep));

/** `words` are shown above the fields until a sign-in fails. */
export function SignInForm({ form, words }: { form: SignInFormApi; words?: ReactNode }) {
  const { field } = form;
  const isHydrated = useIsHydrated();
  // The rejection that opened the code step, after the user has left that step.
  const [leftRejection, setLeftRejection] = useState<unknown>();
  const rejection = form.rejection === leftRejection ? undefined : form.rejection;
  if (rejection && isApiError(rejection.error, "AUTH_CODE_REQUIRED")) {
    const leaveStep = () => {
      setLeftRejection(rejection);
      // The fields remount; this call restores their typed values.
      form.setValues({});
    };
    return (
      <LazyPart onFailure={leaveStep}>
        <CodeStep values={rejection.values} onBack={leaveStep} />
      </LazyPart>
    );
  }
  return (
    // `props` sets the method POST, so that without scripts the fields do not end up in an address.
    <form {...form.props} className="grid gap-4 md:gap-5">
      {rejection ? <Alert tone="error">{describeRejection(rejection.error)}</Alert> : words}
      {rejection && isApiError(rejection.error, "AUTH_EMAIL_NOT_CONFIRMED") && (
        <LazyPart>
          <ResendConfirmation email={tidyEmail(rejection.values.email)} className="grid" />
        </LazyPart>
      )}
      <EmailField
        label="E-mail"
        autoComplete="username webauthn"
        placeholder="voce@exemplo.com.br"
        {...field("email")}
      />
      <PasswordField
        label="Senha"
        autoComplete="current-password"
        placeholder="Sua senha"
        required
        {...field("password")}
      />
      <div className="-my-2.5 flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox {...field("remember")}>Lembrar de mim</Checkbox>
        <TextLink to="/esqueci-senha" className="inline-flex min-h-11 items-center">
          Esqueci minha senha
        </TextLink>
      </div>
      <Button
        type="submit"
        size="large"
        isWide
        disabled={!isHydrated}
        isBusy={form.isBusy}
        busyLabel="Entrando…"
        className="disabled:opacity-100"
      >
        Entrar
      </Button>
    </form>
  );
}

/** Describes a failed sign-in. Without an error, the form itself stopped the submit. */
function describeRejection(error: unknown): string {
  if (error === undefined) return commonErrors.VALIDATION_ERROR;
  return describeSignInFailure(isApiError(error) ? error : undefined);
}
