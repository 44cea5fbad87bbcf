import type { Opening } from "@caramelo/contract/messaging/calls";
import { conversationTexts } from "@caramelo/contract/texts/conversation";
import { type MouseEvent, useId } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  openings: readonly Opening[];
  /** The current text of the field. */
  chosenText?: string;
  onChoose: (text: string, event: MouseEvent) => void;
  className?: string;
};

/** First messages to tap. A tap fills the field and sends nothing. */
export function OpeningList({ openings, chosenText, onChoose, className }: Props) {
  const [titleId, hintId] = [useId(), useId()];
  return (
    <section aria-labelledby={titleId} className={cx("grid gap-1.5 text-left", className)}>
      <div className="px-1 text-13 text-muted">
        <h3 id={titleId} className="inline font-sans text-13 font-semibold tracking-normal text-ink">
          {conversationTexts.openings}:
        </h3>{" "}
        <p id={hintId} className="inline">
          {conversationTexts.openingsHint}
        </p>
      </div>
      <ul className="grid gap-1.5">
        {openings.map(({ key, text }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={chosenText === undefined ? undefined : chosenText === text}
              aria-describedby={hintId}
              onClick={(event) => onChoose(text, event)}
              className="press min-h-11 w-full rounded-[18px] border border-line bg-canvas px-3.5 py-2 text-left text-14 leading-[1.4] text-pretty text-ink hover-mouse:bg-tint aria-pressed:border-primary aria-pressed:bg-tint"
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
