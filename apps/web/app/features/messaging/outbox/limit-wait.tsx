import { countWords } from "@caramelo/contract/formats/counts";
import { clockLead } from "~/platform/server-clock.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { type Entry, secondsToWait } from "./rules.ts";

/**
 * Stands under messages that wait because the member wrote faster than the server allows, and counts down the seconds
 * until they are sent.
 */
export function LimitWait({ waiting: waitingEntries }: { waiting: Entry[] }) {
  // The outbox waits by the device's clock.
  const seconds = secondsToWait(waitingEntries, useMoment(250) - clockLead.get()) ?? 1;
  return (
    <div className="mb-2 text-right text-13 text-muted tabular-nums">
      <p aria-hidden className="text-balance">
        Muitas mensagens de uma vez. A próxima segue em {countWords(seconds, "segundo", "segundos")}.
      </p>
      {/* The wait is announced once, because a count that is read out every second would drown everything else. */}
      <p role="status" className="sr-only">
        Muitas mensagens de uma vez. Elas seguem sozinhas em alguns segundos.
      </p>
    </div>
  );
}
