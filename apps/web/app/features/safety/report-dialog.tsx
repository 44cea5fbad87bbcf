import { memberMessages } from "@caramelo/contract/errors";
import { REPORT_DETAILS_MAX, REPORT_REASONS } from "@caramelo/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { messageOf } from "~/platform/api.ts";
import { Alert } from "~/ui/alert.tsx";
import { Button } from "~/ui/button.tsx";
import { Dialog, DialogClose } from "~/ui/dialog.tsx";
import { FieldFoot, nameControl } from "~/ui/field.tsx";
import { TextArea } from "~/ui/text-area.tsx";
import { useReport } from "./queries.ts";
import { asksForDetails, findReportFaults, type ReportFaults, type ReportForm, reportFailureText } from "./rules.ts";

type Props = {
  member: { id: string; name: string };
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Leads to the question whether to block them too. */
  onBlock: () => void;
};

/** Tells the team about a member. */
export function ReportDialog({ member, isOpen, onOpenChange, onBlock }: Props) {
  const report = useReport();
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Denunciar ${member.name}`}
      {...(!report.isSuccess && { description: "Só a nossa equipe lê. Ninguém fica sabendo quem denunciou." })}
    >
      {report.isSuccess ? <Sent onBlock={onBlock} /> : <Questions memberId={member.id} report={report} />}
    </Dialog>
  );
}

function Sent({ onBlock }: { onBlock: () => void }) {
  return (
    <div className="grid gap-5">
      <Alert tone="success">{memberMessages.reportSent}</Alert>
      <p className="text-muted">Quer deixar de ver esta pessoa?</p>
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3">
        <DialogClose render={<Button variant="outline">Fechar</Button>} />
        <Button variant="danger" onClick={onBlock}>
          Bloquear também
        </Button>
      </div>
    </div>
  );
}

function Questions({ memberId, report }: { memberId: string; report: ReturnType<typeof useReport> }) {
  const [form, setForm] = useState<ReportForm>({ reason: undefined, details: "" });
  const [hasTried, setHasTried] = useState(false);
  const faults = hasTried ? findReportFaults(form) : {};
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // The words are on screen before the focus moves, so that they are read together with the field.
    flushSync(() => setHasTried(true));
    const { reason } = form;
    const found = findReportFaults(form);
    if (!reason || found.details) return focusFault(event.currentTarget);
    if (report.isPending) return;
    report.mutate({ memberId, reason, ...(asksForDetails(reason) && { details: form.details }) });
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      <Reasons form={form} faults={faults} onChange={setForm} />
      {asksForDetails(form.reason) && (
        <TextArea
          label="O que aconteceu?"
          maxLength={REPORT_DETAILS_MAX}
          value={form.details}
          onChange={({ currentTarget }) => setForm({ ...form, details: currentTarget.value })}
          required
          error={faults.details}
        />
      )}
      {report.isError && <Alert tone="error">{reportFailureText(messageOf(report.error))}</Alert>}
      <div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end md:gap-3">
        <DialogClose render={<Button variant="outline">Cancelar</Button>} />
        <Button type="submit" isBusy={report.isPending} busyLabel="Enviando…">
          Enviar denúncia
        </Button>
      </div>
    </form>
  );
}

function focusFault(form: HTMLFormElement) {
  form.querySelector<HTMLElement>("[role=radiogroup][aria-invalid] input, textarea[aria-invalid]")?.focus();
}

type ReasonsProps = { form: ReportForm; faults: ReportFaults; onChange: (form: ReportForm) => void };

/** A list of radio buttons: arrow keys move between them. */
function Reasons({ form, faults, onChange }: ReasonsProps) {
  const id = useId();
  const { id: _, ...names } = nameControl(id, undefined, faults.reason);
  return (
    <div role="radiogroup" aria-labelledby={id} {...names} className="grid">
      <span id={id} className="pb-1 text-14 font-semibold">
        Motivo
      </span>
      {REPORT_REASONS.map((reason) => (
        <label
          key={reason}
          className="flex min-h-11 items-center gap-3 rounded-control px-2 has-focus-visible:outline-2 has-focus-visible:outline-primary hover-mouse:bg-tint"
        >
          <input
            type="radio"
            name={`${id}-reason`}
            value={reason}
            checked={form.reason === reason}
            onChange={() => onChange({ ...form, reason })}
            className="size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-field-line bg-field outline-none checked:border-[6px] checked:border-primary forced-colors:appearance-auto"
          />
          {reason}
        </label>
      ))}
      <FieldFoot id={id} error={faults.reason} />
    </div>
  );
}
