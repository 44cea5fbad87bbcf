import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

type TypedText = { text: string; from: string | undefined; to?: string | undefined };

type Options = {
  /** The search text in the address. */
  q: string | undefined;
  /** Makes the search text out of the typed text; undefined means no search. */
  tidy: (text: string) => string | undefined;
  write: (q: string | undefined) => void;
};

/**
 * The text of a search that is kept in the address. It is written there after a pause in typing. The typed text counts
 * until the address changes for another reason, such as a step back.
 */
export function useSearch({ q, tidy, write }: Options) {
  const [typed, setTyped] = useState<TypedText>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isOwn = typed !== undefined && (typed.from === q || typed.to === q);

  function type(text: string) {
    const to = tidy(text);
    setTyped({ text, from: q, to });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => write(to), PAUSE_MS);
  }
  /** Writes the typed text at once, without the pause. */
  function apply() {
    clearTimeout(timer.current);
    if (isOwn) write(typed.to);
  }
  return { text: isOwn ? typed.text : (q ?? ""), type, apply };
}
