import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button, type ButtonProps } from "~/ui/basics/button.tsx";

type Props = Omit<ButtonProps, "onClick" | "children"> & {
  text: string;
  label: string;
  doneLabel: string;
  /** Called after the text was copied. */
  onDone?: () => void;
  /** Called when the browser denies access to the clipboard, so that the text must be copied by hand. */
  onFailed?: () => void;
};

/** Copies a text and confirms it. */
export function CopyButton({ text, label, doneLabel, onDone, onFailed, ...look }: Props) {
  const [isDone, setIsDone] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setIsDone(true);
      onDone?.();
    } catch {
      onFailed?.();
    }
  }
  return (
    <Button {...look} onClick={() => void copy()}>
      {isDone ? <Check aria-hidden strokeWidth={1.75} /> : <Copy aria-hidden strokeWidth={1.75} />}
      <span aria-live="polite">{isDone ? doneLabel : label}</span>
    </Button>
  );
}
