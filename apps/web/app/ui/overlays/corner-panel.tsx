import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { cx } from "~/ui/basics/cx.ts";
import { CLOSE_CLASS, CLOSE_ON_PAGE } from "~/ui/overlays/popup-class.ts";

type Props = {
  title: string;
  text: string;
  /** A picture next to the words. */
  art?: ReactNode;
  /** The panel opens with the screen, so it takes the focus, unless the user already works elsewhere. */
  takesFocus?: boolean;
  onClose: () => void;
  /** The actions, in one row if they fit. */
  children: ReactNode;
};

/** A non-modal dialog at the foot of the window, in the corner of larger ones. */
export function CornerPanel({ title, text, art, takesFocus = false, onClose, children }: Props) {
  const id = useId();
  const panel = useFocusOf(takesFocus);
  const handleKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
  return (
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      onKeyDown={handleKey}
      className={PANEL}
    >
      <Announcement text={title} />
      <button type="button" aria-label="Fechar" onClick={onClose} className={cx(CLOSE_CLASS, CLOSE_ON_PAGE, CORNER)}>
        <X aria-hidden className="size-5" strokeWidth={1.75} />
      </button>
      <div className="flex flex-wrap gap-3">
        {art}
        {/* Large text is below the picture. */}
        <div className="min-w-0 flex-[1_1_9rem] self-center">
          <h2 id={`${id}-title`} className="pr-9 text-18 leading-snug wrap-break-word">
            {title}
          </h2>
          <p id={`${id}-text`} className="mt-1.5 text-14 text-muted">
            {text}
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2 *:flex-auto">{children}</div>
    </div>
  );
}

const PANEL =
  "fixed inset-x-2 bottom-[calc(var(--tabs)+0.5rem)] z-30 max-h-[calc(100dvh-var(--tabs)-1rem)] overflow-y-auto rounded-sheet border border-line bg-raised p-3 text-ink shadow-soft outline-none transition-[opacity,translate] duration-200 starting:translate-y-3 starting:opacity-0 short:max-h-[calc(50dvh-var(--tabs))] md:inset-x-auto md:right-6 md:bottom-6 md:w-94 md:p-4 md:max-h-[calc(100dvh-6rem)]";
const CORNER = "absolute top-1.5 right-1.5";

/**
 * Announces a panel that opened without the focus. The words are added after the element, because only changes in a
 * live region are announced; a user in the panel hears its name instead.
 */
function Announcement({ text }: { text: string }) {
  const region = useRef<HTMLParagraphElement>(null);
  const [words, setWords] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => {
      const panel = region.current?.closest("[role=dialog]");
      if (!panel?.contains(document.activeElement)) setWords(text);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p ref={region} role="status" className="sr-only">
      {words}
    </p>
  );
}

/** No control has the focus: it is on the page or its main element. */
const isFocusFree = () => !document.activeElement || document.activeElement.matches("body, main");

// Screen readers need a moment to detect a new live region.
const QUIET_MS = 200;

/** The panel takes the focus only on opening; on closing, the focus moves to the screen. */
function useFocusOf(takesFocus: boolean) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    if (takesFocus && isFocusFree()) element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector("main")?.focus({ preventScroll: true });
    };
  }, [takesFocus]);
  return panel;
}
