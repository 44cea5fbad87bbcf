import { longMomentText } from "@caramelo/contract/formats/moments";
import { takeFocus } from "~/ui/forms/take-focus.ts";

type Props = { noun: string; number: string; dueAt: string; children: string };

/** Says that what somebody sent by a public form has arrived: its number, when it is answered, and what was mailed. */
export function ReceivedPanel({ noun, number, dueAt, children }: Props) {
  return (
    <section
      aria-label={`${noun.charAt(0).toUpperCase()}${noun.slice(1)} recebido`}
      className="grid gap-3 rounded-card border border-line bg-surface p-4 md:p-6"
    >
      <h2 ref={takeFocus} tabIndex={-1} className="text-22 outline-none">
        Recebemos o seu {noun}
      </h2>
      <p>
        O número dele é <strong className="font-semibold tabular-nums">{number}</strong>. Uma pessoa da equipe analisa e
        responde por e-mail até {longMomentText(dueAt)}.
      </p>
      <p>{children}</p>
    </section>
  );
}
