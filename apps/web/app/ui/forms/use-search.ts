import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 300;

type TypedText = { text: string; from: string | undefined; to?: string | undefined };

type Options = {
  /** What the address says. */
  q: string | undefined;
  /** What is searched for when this is typed; undefined for nothing. */
  tidy: (text: string) => string | undefined;
  write: (q: string | undefined) => void;
};

/**
 * The text of a search that is kept in the address, where it is written after a pause in typing. The typed text counts
 * until the address changes otherwise, as by a step back.
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
  return { text: isOwn ? typed.text : (q ?? ""), type };
}
