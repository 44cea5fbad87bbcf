import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { DocumentField } from "./document-field.tsx";
import { useSendDocuments } from "./queries.ts";
import { documentWords, emptyRequest, findRequestErrors, type RequestForm } from "./rules.ts";

type Props = {
  prepare: (file: File) => Promise<Blob>;
  /** True when documents were sent before. */
  isAgain: boolean;
};

export function VerificationForm({ prepare, isAgain }: Props) {
  const { share, send } = useSendDocuments(prepare);
  const { props, field, values, errors, setValues, failure, isBusy } = useForm<RequestForm>({
    initial: emptyRequest,
    validate: findRequestErrors,
    submit: async (form) => void (await send(form)),
  });
  return (
    <form {...props} aria-label="Verificação" className="grid gap-5">
      <TextField
        label="Data de nascimento"
        type="date"
        autoComplete="bday"
        required
        hint="Como está no documento."
        {...field("birthOn")}
      />
      <ul className="grid gap-3">
        {VERIFICATION_DOCUMENTS.map((kind) => (
          <li key={kind}>
            <DocumentField
              kind={kind}
              file={values[kind]}
              error={errors[kind]}
              isFixed={isBusy}
              onPick={(file) => setValues({ [kind]: file })}
            />
          </li>
        ))}
      </ul>
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <Button type="submit" size="large" isWide isBusy={isBusy} busyLabel={busyLabel(share)}>
        {isAgain ? "Enviar de novo" : "Enviar para análise"}
      </Button>
      <p className="text-13 text-muted">
        Ao enviar, você confirma que os documentos são seus. {documentWords.selfie.title} e documento são usados só para
        conferir sua identidade e sua idade.
      </p>
    </form>
  );
}

const busyLabel = (share: number | undefined) =>
  share === undefined || share === 0 ? "Preparando…" : `Enviando… ${Math.round(share * 100)}%`;
