import { countWords } from "@caramelo/contract/formats/counts";
import { useMoment } from "~/platform/use-moment.ts";
import { type Entry, secondsToWait } from "./rules.ts";

/** Under messages that wait because the member wrote faster than the server takes messages: in how many seconds it goes on. */
export function LimitWait({ waiting }: { waiting: Entry[] }) {
  const seconds = secondsToWait(waiting, useMoment(250)) ?? 1;
  return (
    <div className="mb-2 text-right text-13 text-muted tabular-nums">
      <p aria-hidden className="text-balance">
        Muitas mensagens de uma vez. A próxima segue em {countWords(seconds, "segundo", "segundos")}.
      </p>
      {/* Said once: a count that is read out each second keeps everything else from being heard. */}
      <p role="status" className="sr-only">
        Muitas mensagens de uma vez. Elas seguem sozinhas em alguns segundos.
      </p>
    </div>
  );
}
