import { useEffect, useLayoutEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

type TypedText = { text: string; from: string | undefined; to?: string | undefined };

type Options = {
  /** The search text in the address. */
  q: string | undefined;
  /** Converts typed text to the search text; undefined means no search. */
  tidy: (text: string) => string | undefined;
  write: (q: string | undefined) => void;
};

/**
 * The text of a search stored in the address. It is written there after a pause in typing. The typed text counts until
 * the address changes for another reason, e.g. a step back.
 */
export function useSearch({ q, tidy, write }: Options) {
  const [typedText, setTypedText] = useState<TypedText>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(q);
  const writtenText = useRef(q);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    latest.current = q;
    // Once written, the text counts only for its own address, not for the one from which it was typed; the same holds
    // for text typed while an earlier one was being written.
    const isWritten = writtenText.current === q;
    setTypedText((last) => (last && (isWritten || last.to === q) && last.from !== q ? { ...last, from: q } : last));
  }, [q]);
  const isOwn = typedText !== undefined && (typedText.from === q || typedText.to === q);

  function type(text: string) {
    const to = tidy(text);
    setTypedText({ text, from: q, to });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A step back or the button that clears the filters may have changed the search meanwhile.
      if (latest.current === q || latest.current === writtenText.current) send(to);
    }, PAUSE_MS);
  }
  function send(to: string | undefined) {
    writtenText.current = to;
    write(to);
  }
  /** Writes the typed text immediately, without the pause. */
  function apply() {
    if (!isOwn) return;
    clearTimeout(timer.current);
    send(typedText.to);
  }
  return { text: isOwn ? typedText.text : (q ?? ""), type, apply };
}
