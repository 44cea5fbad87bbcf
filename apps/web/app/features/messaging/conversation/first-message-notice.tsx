import { chatSafetyTexts } from "@caramelo/contract/texts/chat-safety";
import { ShieldCheck } from "lucide-react";
import { type MouseEvent, useId } from "react";
import { Button } from "~/ui/basics/button.tsx";

/**
 * Safety advice above the field before the first message to a new person. It disappears when that message is sent or
 * the member dismisses it.
 */
export function FirstMessageNotice({ onDismiss }: { onDismiss: (event: MouseEvent) => void }) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="my-2 flex gap-3 rounded-card bg-info-soft px-3.5 py-3 text-14 text-ink"
    >
      <ShieldCheck aria-hidden className="size-5 shrink-0 text-info" strokeWidth={1.75} />
      <div className="grid min-w-0 flex-1 gap-1">
        <h3 id={titleId} className="font-sans text-14 font-semibold tracking-normal">
          {chatSafetyTexts.firstTitle}
        </h3>
        <ul className="grid list-disc gap-0.5 pl-4">
          {chatSafetyTexts.firstTips.map((tip) => (
            <li key={tip}>{tip}</li>
          ))}
        </ul>
        <Button variant="ghost" size="small" className="-mb-1 -ml-3.5 justify-self-start" onClick={onDismiss}>
          {chatSafetyTexts.understood}
        </Button>
      </div>
    </section>
  );
}

/** The same advice in a few lines, for a screen whose send button must stay in view. */
export function ShortFirstMessageNotice() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="text-13 text-muted">
      <h3 id={titleId} className="inline font-sans text-13 font-semibold tracking-normal text-ink">
        {chatSafetyTexts.firstTitle}:
      </h3>
      <ul className="inline">
        {chatSafetyTexts.firstTips.map((tip) => (
          <li key={tip} className="inline">
            {" "}
            {tip}
          </li>
        ))}
      </ul>
    </section>
  );
}
