import { momentText } from "@caramelo/contract/formats/moments";
import { adminMessages } from "@caramelo/contract/texts/admin";
import { useState } from "react";
import { isApiError, messageOf } from "~/platform/api.ts";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { ConfirmDialog } from "~/ui/overlays/confirm-dialog.tsx";
import { Alert } from "~/ui/states/alert.tsx";
import { useFrozenMemberOpening } from "./queries.ts";

/** `frozenAt`: null when the account is not frozen. */
type Props = { id: string; name: string; frozenAt: string | null; mayOpen: boolean };

/** For a member whose account was frozen through a former mailbox. */
export function FrozenMember({ id, name, frozenAt, mayOpen }: Props) {
  const opening = useFrozenMemberOpening(id);
  const [isAsking, setIsAsking] = useState(false);
  const { title, text, label, confirmTitle, confirmText, done: doneText } = adminMessages.frozen;
  if (frozenAt === null && !opening.isSuccess) return null;
  // Closing the proof dialog without an answer needs no message.
  const hasFailed = opening.isError && !isApiError(opening.error, "FRESH_FACTOR_REQUIRED");
  return (
    <section aria-labelledby="congelada" className="rounded-card border border-line bg-surface p-4 md:p-5">
      <h2 id="congelada" className="mb-2 text-18">
        {title}
      </h2>
      {opening.isSuccess ? (
        // The pressed button is gone, so the confirmation gets the focus.
        <div ref={takeFocus} tabIndex={-1} className="outline-none">
          <Alert tone="success">{doneText}</Alert>
        </div>
      ) : (
        <p className="text-14 text-muted">{text(frozenAt === null ? "" : momentText(frozenAt))}</p>
      )}
      {hasFailed && (
        <Alert tone="error" className="mt-3">
          {messageOf(opening.error)}
        </Alert>
      )}
      {mayOpen && !opening.isSuccess && (
        <Button variant="outline" className="mt-3" isBusy={opening.isPending} onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={confirmTitle(name)}
        text={confirmText}
        confirmLabel={label}
        tone="danger"
        onConfirm={() => {
          setIsAsking(false);
          opening.mutate();
        }}
      />
    </section>
  );
}
