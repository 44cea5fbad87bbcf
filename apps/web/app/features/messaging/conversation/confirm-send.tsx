import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import { ShieldAlert } from "lucide-react";
import { Button } from "~/ui/basics/button.tsx";
import { takeFocus } from "~/ui/forms/take-focus.ts";
import { describeWarnings } from "./rules.ts";

type Props = { warnings: readonly MessageWarning[]; onSend: () => void; onEdit: () => void };

/** The question above the field when the server asks the member to confirm a message that looks like a fraud. */
export function ConfirmSend({ warnings, onSend, onEdit }: Props) {
  return (
    <div
      // The box takes the focus, so that a second Enter, pressed out of habit, does not confirm an unread question.
      ref={takeFocus}
      tabIndex={-1}
      role="alertdialog"
      aria-label={chatSafetyTexts.askTitle}
      className="flex gap-3 rounded-card bg-warn-soft px-3.5 py-3 text-14 text-ink"
    >
      <ShieldAlert aria-hidden className="size-5 shrink-0 text-warn" strokeWidth={1.75} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <p className="font-semibold">{chatSafetyTexts.askTitle}</p>
        <p>
          <span>{`${chatSafetyTexts.askLead} `}</span>
          <strong className="font-semibold">{describeWarnings(warnings)}</strong>
          <span>. </span>
          {warnings.includes("paid_sex") && <span>{`${chatSafetyTexts.paidSex} `}</span>}
          <span>{chatSafetyTexts.askReason}</span>
        </p>
        <div className="mt-1 flex flex-wrap gap-2">
          <Button size="small" onClick={onEdit}>
            {chatSafetyTexts.edit}
          </Button>
          <Button size="small" variant="outline" onClick={onSend}>
            {chatSafetyTexts.sendAnyway}
          </Button>
        </div>
      </div>
    </div>
  );
}
