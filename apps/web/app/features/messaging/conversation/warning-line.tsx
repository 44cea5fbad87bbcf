import type { MessageWarning } from "@caramelo/contract/messaging/warnings";
import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import { reportTexts } from "@caramelo/contract/texts/safety";
import { ShieldAlert } from "lucide-react";
import { messageOf } from "~/platform/api.ts";
import { useAction } from "~/platform/use-action.ts";
import { Button } from "~/ui/basics/button.tsx";
import { showToast } from "~/ui/overlays/toast.ts";
import { describeWarnings } from "./rules.ts";

type Props = {
  warnings: readonly MessageWarning[];
  /** Reports the message as a fraud; rejects when the report fails. */
  onReport: () => Promise<unknown>;
};

/**
 * The warning under a received message that looks like a fraud: says what it contains, and reports it without a
 * question.
 */
export function WarningLine({ warnings, onReport }: Props) {
  const { mutate, isPending, isSuccess } = useAction(onReport);
  const report = () =>
    mutate(undefined, {
      onError: (error) => showToast({ type: "error", title: `${reportTexts.reportFailed}: ${messageOf(error)}` }),
    });
  return (
    <div className="mb-1 flex max-w-[min(92%,560px)] gap-2 rounded-control bg-warn-soft px-3 py-2 text-13 text-ink">
      <ShieldAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" strokeWidth={1.75} />
      <div className="min-w-0">
        <p>
          {chatSafetyTexts.warnLead} <strong className="font-semibold">{describeWarnings(warnings)}</strong>.{" "}
          {chatSafetyTexts.warnAdvice}
        </p>
        <p role="status" className="empty:hidden">
          {isSuccess && chatSafetyTexts.reported}
        </p>
        {!isSuccess && (
          <Button variant="ghost" size="small" className="-my-1 -ml-3.5" isBusy={isPending} onClick={report}>
            {chatSafetyTexts.report}
          </Button>
        )}
      </div>
    </div>
  );
}
