import { DOCUMENT_NUMBER_MAX, REASON_MAX } from "@caramelo/contract/limits";
import { staffFields } from "@caramelo/contract/texts/admin";
import { verificationFields } from "@caramelo/contract/texts/verification";
import {
  VERIFICATION_REASONS,
  type VerificationReason,
  verificationReasons,
} from "@caramelo/contract/verification/reasons";
import { type KeyboardEvent, useId } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { FieldFoot, nameControl } from "~/ui/forms/field.tsx";
import { errorIfBlank, keepErrors } from "~/ui/forms/form-rules.ts";
import { isComposing } from "~/ui/forms/is-composing.ts";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { TextField } from "~/ui/forms/text-field.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { Alert } from "~/ui/states/alert.tsx";

type Approval = { birthOn: string; documentNumber?: string };
type ApprovalProps = { birthOn: string; onApprove: (approval: Approval) => Promise<void>; onCancel: () => void };

/** Asks for the birth date on the document. The button has the focus, so that Enter approves. */
export function ApprovalForm({ birthOn, onApprove, onCancel }: ApprovalProps) {
  const { props, field, failure, isBusy } = useForm({
    initial: { birthOn, documentNumber: "" },
    validate: (values) => keepErrors({ birthOn: values.birthOn ? undefined : verificationFields.birthDateRequired }),
    submit: ({ documentNumber, ...values }) =>
      onApprove({ ...values, ...(documentNumber.trim() !== "" && { documentNumber }) }),
  });
  return (
    <form {...props} aria-label="Aprovar" onKeyDown={closeWithEscape(onCancel)} className="grid gap-3">
      <TextField
        label="Data de nascimento no documento"
        type="date"
        required
        hint="Corrija se o documento mostrar outra. Ela passa a ser a idade do perfil."
        {...field("birthOn")}
      />
      <TextField
        label="Número do documento (opcional)"
        autoComplete="off"
        maxLength={DOCUMENT_NUMBER_MAX}
        hint="Só um código dele é guardado, para reconhecer quem foi banido."
        {...field("documentNumber")}
      />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button ref={takeFocus} type="submit" isBusy={isBusy} busyLabel="Aprovando…" className="flex-1">
          Confirmar aprovação
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

type Rejection = { reason: VerificationReason; note?: string };
type RejectionProps = {
  words: { name: string; confirm: string; busy: string };
  /** The effect of the rejection, shown next to the reason. */
  hint?: string;
  onReject: (rejection: Rejection) => Promise<void>;
  onCancel: () => void;
};

/** Asks for the reason that the member will read. A digit key picks one, Enter rejects. */
export function RejectionForm({ words, hint, onReject, onCancel }: RejectionProps) {
  const { props, values, errors, setValues, field, failure, isBusy } = useForm<{
    reason: VerificationReason | undefined;
    note: string;
  }>({
    initial: { reason: undefined, note: "" },
    validate: ({ reason, note }) =>
      keepErrors({
        reason: reason ? undefined : verificationFields.verificationReasonRequired,
        note: reason === "other" ? errorIfBlank(note, staffFields.reasonRequired) : undefined,
      }),
    submit: async ({ reason, note }) => {
      if (reason) await onReject({ reason, ...(note.trim() !== "" && { note }) });
    },
  });
  function handleKey(event: KeyboardEvent<HTMLFormElement>) {
    closeWithEscape(onCancel)(event);
    const reason = VERIFICATION_REASONS[Number(event.key) - 1];
    if (!reason || isTyping(event.target)) return;
    event.preventDefault();
    setValues({ reason });
    // Move the focus to the picked reason, so that a screen reader reads it.
    event.currentTarget.querySelector<HTMLInputElement>(`[value=${reason}]`)?.focus();
  }
  const id = useId();
  const { id: _, ...names } = nameControl(id, undefined, errors.reason);
  return (
    <form {...props} aria-label={words.name} onKeyDown={handleKey} className="grid gap-3">
      {hint && <p className="text-14 text-muted">{hint}</p>}
      <div role="radiogroup" aria-labelledby={id} {...names} className="grid">
        <span id={id} className="pb-1 text-14 font-semibold">
          Motivo, que o membro lê
        </span>
        {VERIFICATION_REASONS.map((reason, index) => (
          <label
            key={reason}
            className="-mx-2 flex min-h-11 items-center gap-2.5 rounded-control px-2 text-14 has-focus-visible:outline-2 has-focus-visible:outline-primary hover-mouse:bg-tint"
          >
            <input
              ref={index === 0 ? takeFocus : undefined}
              type="radio"
              name={`${id}-reason`}
              value={reason}
              checked={values.reason === reason}
              onChange={() => setValues({ reason })}
              className="size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-field-line bg-field outline-none checked:border-[6px] checked:border-primary forced-colors:appearance-auto"
            />
            <kbd aria-hidden className="text-13 text-muted">
              {index + 1}
            </kbd>
            {verificationReasons[reason].label}
          </label>
        ))}
        <FieldFoot id={id} {...(errors.reason && { error: errors.reason })} />
      </div>
      <TextArea
        label={values.reason === "other" ? "Explique ao membro" : "Algo a acrescentar? (opcional)"}
        rows={2}
        maxLength={REASON_MAX}
        {...field("note")}
      />
      {failure !== undefined && <Alert tone="error">{messageOf(failure)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="danger" isBusy={isBusy} busyLabel={words.busy} className="flex-1">
          {words.confirm}
        </Button>
        <Button variant="outline" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  );
}

const closeWithEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key === "Escape" && !isComposing(event)) close();
};

/** Whether letters and digits typed into this element belong to its text. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches("textarea, input:not([type=radio]), [contenteditable]");
}
