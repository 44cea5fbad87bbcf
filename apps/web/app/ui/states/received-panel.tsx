import { longMomentText } from "@caramelo/contract/formats/moments";
import { useId } from "react";
import { takeFocus } from "~/ui/forms/take-focus.ts";

type Props = { title: string; number: string; dueAt: string; children: string };

/** Says that what somebody sent by a public form has arrived: its number, when it is answered, and what was mailed. */
export function ReceivedPanel({ title, number, dueAt, children }: Props) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6">
      <h2 id={headingId} ref={takeFocus} tabIndex={-1} className="text-22 outline-none">
        {title}
      </h2>
      <p>
        O número é <strong className="font-semibold tabular-nums">{number}</strong>. Uma pessoa da equipe analisa e
        responde por e-mail até {longMomentText(dueAt)}.
      </p>
      <p>{children}</p>
    </section>
  );
}
