import { api } from "~/platform/api.ts";
import { withFreshFactor } from "~/platform/fresh-factor.ts";
import { Button } from "~/ui/basics/button.tsx";
import { CopyButton } from "~/ui/basics/copy-button.tsx";
import { cx } from "~/ui/basics/cx.ts";
import { QrCode } from "~/ui/basics/qr-code.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { useForm } from "~/ui/forms/use-form.ts";
import { Skeleton } from "~/ui/states/skeleton.tsx";
import { ActionFailure } from "../proof/action-failure.tsx";
import { CodeField } from "./code-field.tsx";
import { factorTexts, groupSecret } from "./rules.ts";

type Props = {
  /** Undefined until the server has created it. Its space is reserved, so that nothing moves when it arrives. */
  made: { secret: string; uri: string } | undefined;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
};

/** A secret has this many characters. */
const NO_SECRET = "A".repeat(32);

/** Shows the secret as a QR code and as text, and asks for the first code of the authenticator that scanned it. */
export function FactorSetup({ made: setup, onDone, onCancel }: Props) {
  const form = useForm({
    initial: { code: "" },
    validate: ({ code }) => keepErrors({ code: errorIfBlank(code, factorTexts.codeRequired) }),
    submit: async (body) => {
      const { recoveryCodes } = await withFreshFactor(() => api.accounts.confirmFactor({ body }));
      onDone(recoveryCodes);
    },
  });
  return (
    <form {...form.props} className="grid max-w-2xl gap-5">
      <ol className="grid list-decimal gap-5 pl-5 marker:font-semibold">
        <li>Abra um aplicativo autenticador no celular, como o Google Authenticator, o Aegis ou o 1Password.</li>
        <li>
          <div className="grid gap-3">
            Aponte o aplicativo para este código ou digite a chave.
            <div className="flex flex-wrap items-center gap-4">
              {setup ? (
                <QrCode
                  text={setup.uri}
                  label="QR code da verificação em duas etapas"
                  className="size-52 rounded-control border border-line bg-white"
                />
              ) : (
                <Skeleton className="size-52" />
              )}
              <div className={cx("grid justify-items-start gap-2", !setup && "invisible")}>
                <p className="[font-family:ui-monospace,monospace] text-14 wrap-anywhere">
                  {groupSecret(setup?.secret ?? NO_SECRET)}
                </p>
                <CopyButton
                  text={setup?.secret ?? ""}
                  label="Copiar a chave"
                  doneLabel="Copiada"
                  variant="outline"
                  size="small"
                />
              </div>
            </div>
          </div>
        </li>
        <li>
          <div className="grid gap-3">
            Digite o código de 6 dígitos que ele mostra.
            <CodeField isSettingUp className="max-w-60" {...form.field("code")} />
          </div>
        </li>
      </ol>
      <ActionFailure error={form.failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!setup} isBusy={form.isBusy} busyLabel="Ativando…">
          Ativar
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}
