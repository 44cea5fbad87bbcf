import { momentText } from "@caramelo/contract/formats/moments";
import { verificationReasons } from "@caramelo/contract/verification/reasons";
import { Check, Undo2, X } from "lucide-react";
import { useState } from "react";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { showToast } from "~/ui/overlays/toast.ts";
import { Alert } from "~/ui/states/alert.tsx";
import { ApprovalForm, RejectionForm } from "./decision-forms.tsx";
import { type StaffRequest, useDecision } from "./queries.ts";
import { staffTexts, statusWords } from "./rules.ts";

export type Task = "approve" | "reject" | "revoke" | undefined;

type Props = {
  request: StaffRequest;
  task: Task;
  onTask: (task: Task) => void;
  /** Called after the request was approved or rejected. */
  onDecided: () => Promise<void>;
};

/** The decision on a request, or the buttons to decide it. */
export function Decision({ request, task, onTask, onDecided }: Props) {
  const { id, status, birthOn } = request;
  const { approve, reject, revoke } = useDecision(id);
  // The task closed by Escape or "Cancelar". The focus returns to the button that opened it.
  const [givenUp, setGivenUp] = useState<Task>();
  const back = (task: Task) => (givenUp === task ? { ref: takeFocus } : {});
  function giveUp() {
    setGivenUp(task);
    onTask(undefined);
  }
  async function finish(title: string, deciding: Promise<unknown>) {
    await deciding;
    showToast({ type: "success", title });
    await onDecided();
  }
  async function takeBack(revoking: Promise<unknown>) {
    await revoking;
    showToast({ type: "success", title: staffTexts.revoked });
    onTask(undefined);
  }
  if (status === "pending" && task === "approve") {
    return (
      <ApprovalForm
        birthOn={birthOn}
        onApprove={(approval) => finish(staffTexts.approved, approve(approval))}
        onCancel={giveUp}
      />
    );
  }
  if (status === "pending" && task === "reject") {
    return (
      <RejectionForm
        words={{ name: "Rejeitar", confirm: "Confirmar rejeição", busy: "Rejeitando…" }}
        onReject={(rejection) => finish(staffTexts.rejected, reject(rejection))}
        onCancel={giveUp}
      />
    );
  }
  if (status === "pending") {
    return (
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-2">
        <Button {...back("approve")} onClick={() => onTask("approve")} aria-keyshortcuts="A">
          <Check aria-hidden strokeWidth={1.75} />
          Aprovar
        </Button>
        <Button {...back("reject")} variant="danger" onClick={() => onTask("reject")} aria-keyshortcuts="R">
          <X aria-hidden strokeWidth={1.75} />
          Rejeitar
        </Button>
      </div>
    );
  }
  return (
    <>
      <Decided request={request} />
      {status === "approved" && task === "revoke" && (
        <RejectionForm
          words={{ name: "Desfazer aprovação", confirm: "Desfazer aprovação", busy: "Desfazendo…" }}
          hint="O selo e a idade conferida deixam de valer."
          onReject={(rejection) => takeBack(revoke(rejection))}
          onCancel={giveUp}
        />
      )}
      {status === "approved" && task !== "revoke" && (
        <Button {...back("revoke")} variant="danger" onClick={() => onTask("revoke")}>
          <Undo2 aria-hidden strokeWidth={1.75} />
          Desfazer aprovação
        </Button>
      )}
    </>
  );
}

function Decided({ request }: { request: StaffRequest }) {
  const { status, reviewedAt, reviewer, reason, note, documentsEndAt, hasDocuments } = request;
  return (
    <Alert tone={status === "approved" ? "success" : "warning"}>
      <p className="font-semibold">
        <span>{`${statusWords[status].decided} ${reviewedAt ? momentText(reviewedAt) : ""}`}</span>
        {reviewer && <span>{` por ${reviewer}`}</span>}
      </p>
      {reason && <p>{verificationReasons[reason].label}</p>}
      {note && <p className="wrap-anywhere">{note}</p>}
      {documentsEndAt && (
        <p>
          {hasDocuments ? `As fotos são apagadas em ${momentText(documentsEndAt)}.` : "As fotos já foram apagadas."}
        </p>
      )}
    </Alert>
  );
}
