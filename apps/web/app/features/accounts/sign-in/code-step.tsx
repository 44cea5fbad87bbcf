import { messageOf } from "~/platform/api.ts";
import { signIn } from "~/platform/session.ts";
import { Button } from "~/ui/basics/button.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { CodeField } from "../factor/code-field.tsx";
import { factorTexts } from "../factor/rules.ts";
import type { SignInValues } from "./rules.ts";

type Props = {
  /** The values of the first step. The server has already accepted the password. */
  values: SignInValues;
  onBack: () => void;
};

/** The second sign-in step, for people with an authenticator app. */
export function CodeStep({ values, onBack }: Props) {
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => keepErrors({ code: errorIfBlank(code, factorTexts.codeRequired) }),
    submit: async ({ code }) => void (await signIn({ ...values, code })),
  });
  return (
    <form {...form.props} className="grid gap-4 md:gap-5">
      {form.failure === undefined ? (
        <Alert tone="info">A senha está certa. Falta o código do seu aplicativo autenticador.</Alert>
      ) : (
        <Alert tone="error">{messageOf(form.failure)}</Alert>
      )}
      <CodeField autoFocus {...form.field("code")} />
      <Button type="submit" size="large" isWide isBusy={form.isBusy} busyLabel="Entrando…">
        Entrar
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Voltar
      </Button>
    </form>
  );
}
