import { REPORT_DETAILS_MAX } from "@caramelo/contract/limits";
import { REPORT_REASONS, reportReasons } from "@caramelo/contract/moderation/report-reasons";
import type { Photo } from "@caramelo/contract/profiles/calls";
import { reportTexts } from "@caramelo/contract/texts/safety";
import { useId } from "react";
import { messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { FieldFoot, nameControl } from "~/ui/forms/field.tsx";
import { TextArea } from "~/ui/forms/text-area.tsx";
import { useForm } from "~/ui/forms/use-form.ts";
import { SheetClose } from "~/ui/overlays/sheet.tsx";
import { SheetBox } from "~/ui/overlays/sheet-box.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useReport } from "./queries.ts";
import {
  asksForDetails,
  asksForPhoto,
  findReportErrors,
  type Reason,
  type ReportForm,
  recheckReport,
  reportFailureText,
  toReport,
} from "./rules.ts";

type Props = {
  member: { id: string; name: string; photos?: readonly Photo[] };
  /** The reported messages. With messages, the usual reason is preselected. */
  messageIds: readonly string[];
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Opens the question whether to block the member too. */
  onBlock: () => void;
};

/** The sheet for reporting another member. */
export function ReportSheet({ member, messageIds, isOpen, onOpenChange, onBlock }: Props) {
  const report = useReport();
  const formId = useId();
  return (
    <SheetBox
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Denunciar ${member.name}`}
      {...(!report.isSuccess && { description: "Só a nossa equipe lê. Ninguém fica sabendo quem denunciou." })}
      footer={
        report.isSuccess ? (
          <>
            <SheetClose render={<Button variant="outline">Fechar</Button>} />
            <Button variant="danger" onClick={onBlock}>
              Bloquear também
            </Button>
          </>
        ) : (
          <>
            <SheetClose render={<Button variant="outline">Cancelar</Button>} />
            <Button type="submit" form={formId} isBusy={report.isPending} busyLabel="Enviando…">
              Enviar denúncia
            </Button>
          </>
        )
      }
    >
      {report.isSuccess ? <Sent /> : <Questions id={formId} member={member} messageIds={messageIds} report={report} />}
    </SheetBox>
  );
}

function Sent() {
  return (
    <div className="grid gap-5">
      <Alert tone="success">{reportTexts.reportSent}</Alert>
      <p className="text-muted">Quer deixar de ver esta pessoa?</p>
    </div>
  );
}

type QuestionsProps = Pick<Props, "member" | "messageIds"> & { id: string; report: ReturnType<typeof useReport> };

/** The questions of the form. Its buttons are at the foot of the sheet. */
function Questions({ id, member, messageIds, report }: QuestionsProps) {
  const { id: memberId, photos = [] } = member;
  const { props, values, errors, setValues } = useForm<ReportForm>({
    initial: { reason: messageIds.length > 0 ? "spam_or_scam" : undefined, details: "", photoLink: "" },
    validate: findReportErrors,
    recheck: recheckReport,
    submit: (form) => {
      const body = toReport(form);
      if (body && !report.isPending)
        report.mutate({ memberId, ...body, ...(messageIds.length > 0 && { messageIds: [...messageIds] }) });
    },
  });
  return (
    <form {...props} id={id} className="grid gap-4">
      <Reasons chosen={values.reason} error={errors.reason} onChoose={(reason) => setValues({ reason })} />
      {asksForDetails(values.reason) && (
        <div ref={scrollToShow} className="scroll-mb-5">
          <TextArea
            label="O que aconteceu?"
            name="details"
            maxLength={REPORT_DETAILS_MAX}
            value={values.details}
            onChange={({ currentTarget }) => setValues({ details: currentTarget.value })}
            required
            error={errors.details}
          />
        </div>
      )}
      {asksForPhoto(values.reason) && photos.length > 1 && (
        <PhotoChoice
          photos={photos}
          name={member.name}
          chosen={values.photoLink}
          onChoose={(photoLink) => setValues({ photoLink })}
        />
      )}
      {report.isError && <Alert tone="error">{reportFailureText(messageOf(report.error))}</Alert>}
    </form>
  );
}

type PhotoChoiceProps = {
  photos: readonly Photo[];
  name: string;
  chosen: string;
  onChoose: (photoLink: string) => void;
};

/** The optional choice of the reported photo. */
function PhotoChoice({ photos, name, chosen, onChoose }: PhotoChoiceProps) {
  const id = useId();
  return (
    <div ref={scrollToShow} role="radiogroup" aria-labelledby={id} className="grid scroll-mb-5 gap-2">
      <span id={id} className="text-14 font-semibold">
        Qual foto? (opcional)
      </span>
      <div className="grid grid-cols-5 gap-2">
        {photos.map(({ small }, index) => (
          <label
            key={small}
            className="relative block aspect-3/4 overflow-hidden rounded-control outline-offset-2 has-checked:outline-3 has-checked:outline-primary has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={`${id}-photo`}
              checked={chosen === small}
              onChange={() => onChoose(small)}
              className="sr-only"
            />
            <img src={small} alt={`Foto ${index + 1} de ${name}`} className="absolute inset-0 size-full object-cover" />
          </label>
        ))}
      </div>
    </div>
  );
}

/** Fields that appear below the reasons may be outside a low screen. */
const scrollToShow = (field: HTMLElement | null) => field?.scrollIntoView({ block: "nearest" });

type ReasonsProps = { chosen: Reason | undefined; error: string | undefined; onChoose: (reason: Reason) => void };

/** A list of radio buttons with arrow-key navigation. */
function Reasons({ chosen, error, onChoose }: ReasonsProps) {
  const id = useId();
  const { id: _, ...names } = nameControl(id, undefined, error);
  return (
    <div role="radiogroup" aria-labelledby={id} {...names} className="grid">
      <span id={id} className="pb-1 text-14 font-semibold">
        Motivo
      </span>
      {REPORT_REASONS.map((reason) => (
        <label
          key={reason}
          className="flex min-h-11 items-center gap-3 rounded-control px-2 -mx-2 has-focus-visible:outline-2 has-focus-visible:outline-primary hover-mouse:bg-tint"
        >
          <input
            type="radio"
            name={`${id}-reason`}
            value={reason}
            checked={chosen === reason}
            onChange={() => onChoose(reason)}
            className="size-5 shrink-0 appearance-none rounded-full border-[1.5px] border-field-line bg-field outline-none checked:border-[6px] checked:border-primary forced-colors:appearance-auto"
          />
          {reportReasons[reason]}
        </label>
      ))}
      <FieldFoot id={id} error={error} />
    </div>
  );
}
