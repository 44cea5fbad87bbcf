import { DOCUMENT_NUMBER_MAX, REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { useId, useRef } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { ChoiceGroup } from "~/ui/forms/choice-group.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Dialog, DialogClose } from "~/ui/overlays/dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { SUSPENSION_DAYS } from "./rules.ts";

export type MeasureForm = { reason: string; days: string; documentNumber: string };
export type MeasureKind = "warn" | "photo" | "suspend" | "ban" | "reinstate";

const TEXTS: Record<MeasureKind, { title: string; text: string; confirm: string }> = {
  warn: {
    title: "Advertir",
    text: "A pessoa lê o motivo no site e por e-mail, e pode recorrer uma vez.",
    confirm: "Enviar advertência",
  },
  photo: {
    title: "Retirar foto",
    text: "A foto some para todos e não pode ser enviada de novo. A pessoa lê o motivo e pode recorrer uma vez.",
    confirm: "Retirar foto",
  },
  suspend: {
    title: "Suspender conta",
    text: "A pessoa sai de todos os aparelhos na hora e some para todos. Ela lê o motivo por e-mail e pode recorrer uma vez.",
    confirm: "Suspender",
  },
  ban: {
    title: "Banir",
    text: "A conta se encerra. O e-mail, o documento e as fotos não voltam em outro cadastro. Cabe um recurso.",
    confirm: "Banir",
  },
  reinstate: {
    title: "Reintegrar conta",
    text: "A pessoa volta a entrar e a ser vista, e recebe um e-mail. Se era um banimento, o e-mail, o documento e as fotos também ficam livres.",
    confirm: "Reintegrar",
  },
};

type Props = {
  measureKind: MeasureKind;
  name: string;
  /** The initial words and duration of the form. */
  suggestion: { reason: string; days: string };
  onCancel: () => void;
  onSubmit: (form: MeasureForm) => Promise<void>;
};

/** Asks for the text for the member. The button has the focus, because the suggested text usually needs no change. */
export function MeasureDialog({ measureKind, name, suggestion, onCancel, onSubmit }: Props) {
  const formId = useId();
  const confirm = useRef<HTMLButtonElement>(null);
  const texts = TEXTS[measureKind];
  const { props, field, values, setValues, isBusy, failure } = useForm<MeasureForm>({
    initial: { ...suggestion, documentNumber: "" },
    validate: ({ reason }) =>
      keepErrors({
        reason: measureKind === "reinstate" ? undefined : errorIfBlank(reason, staffFields.reasonRequired),
      }),
    submit: onSubmit,
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      title={`${texts.title}: ${name}`}
      description={texts.text}
      initialFocus={confirm}
      footer={
        <>
          <DialogClose render={<Button variant="outline">Cancelar</Button>} />
          <Button
            ref={confirm}
            type="submit"
            form={formId}
            variant={measureKind === "warn" || measureKind === "reinstate" ? "primary" : "danger"}
            isBusy={isBusy}
          >
            {texts.confirm}
          </Button>
        </>
      }
    >
      <form {...props} id={formId} className="grid gap-4">
        {measureKind === "suspend" && (
          <ChoiceGroup
            label="Por quanto tempo"
            isCompact
            choices={SUSPENSION_DAYS}
            value={values.days}
            onValueChange={(days) => setValues({ days })}
          />
        )}
        <TextArea
          label={measureKind === "reinstate" ? "Motivo (opcional), só para a equipe" : "Motivo, como o membro vai ler"}
          rows={3}
          maxLength={REASON_MAX}
          {...field("reason")}
        />
        {measureKind === "ban" && (
          <TextField
            label="Número do documento (opcional)"
            hint="Guardamos só um código que não mostra o número."
            maxLength={DOCUMENT_NUMBER_MAX}
            autoComplete="off"
            {...field("documentNumber")}
          />
        )}
        {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      </form>
    </Dialog>
  );
}
