import { limitBreaks, mayBeHigh, SHOWN_LINES } from "@caramelo/contract/formats/shown-text";
import { SHOW_LESS, SHOW_MORE } from "@caramelo/contract/texts/common";
import { type FocusEvent, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";

type Props = {
  text: string;
  /** Text before the text, for screen readers. */
  lead?: ReactNode;
  /** Renders the text; by default unchanged. */
  draw?: (text: string) => ReactNode;
  className?: string;
};

/**
 * A person's multi-line text, with a height that fits its length: without long gaps, and with "Ver mais" where lines
 * are cut. Combining marks stacked on a letter are clipped at the edge of the text, because they would overlap other
 * content.
 */
export function LongText({ text, lead, draw = (shownText) => shownText, className }: Props) {
  const ref = useRef<HTMLParagraphElement>(null);
  const [isWhole, setIsWhole] = useState(false);
  const isClamped = mayBeHigh(text) && !isWhole;
  const isCut = useIsCut(ref, isClamped);
  /** A browser scrolls a cut text to a keyboard-focused link, and no key would scroll it back. */
  function handleFocus({ target }: FocusEvent) {
    if (!isCut || !target.matches(":focus-visible")) return;
    setIsWhole(true);
    requestAnimationFrame(() => target.scrollIntoView({ block: "nearest" }));
  }
  return (
    <>
      <p
        ref={ref}
        onFocus={handleFocus}
        style={isClamped ? { WebkitLineClamp: SHOWN_LINES } : undefined}
        className={cx(
          isClamped ? "overflow-hidden [-webkit-box-orient:vertical] [display:-webkit-box]" : "overflow-clip",
          className,
        )}
      >
        {lead}
        {draw(limitBreaks(text))}
      </p>
      {(isCut || isWhole) && (
        <button
          type="button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="press mt-1 min-h-8 text-14 font-medium text-primary underline underline-offset-2"
        >
          {isWhole ? SHOW_LESS : SHOW_MORE}
        </button>
      )}
    </>
  );
}

/** Whether lines of the element are cut, which depends on its width. */
function useIsCut(ref: RefObject<HTMLElement | null>, isClamped: boolean): boolean {
  const [isCut, setIsCut] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !isClamped) return;
    const measure = () => setIsCut(element.scrollHeight - element.clientHeight > 1);
    measure();
    const widths = new ResizeObserver(measure);
    widths.observe(element);
    return () => widths.disconnect();
  }, [ref, isClamped]);
  return isCut && isClamped;
}
