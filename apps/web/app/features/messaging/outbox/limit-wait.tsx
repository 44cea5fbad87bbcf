import { countWords } from "@caramelo/contract/formats/counts";
import { clockLead } from "~/platform/server-clock.ts";
import { useMoment } from "~/platform/use-moment.ts";
import { type Entry, secondsToWait } from "./rules.ts";

/** The countdown under messages that wait because the member wrote faster than the server allows. */
export function LimitWait({ waiting: waitingEntries }: { waiting: Entry[] }) {
  // The outbox waits by the device's clock.
  const seconds = secondsToWait(waitingEntries, useMoment(250) - clockLead.get()) ?? 1;
  return (
    <div className="mb-2 text-right text-13 text-muted tabular-nums">
      <p aria-hidden className="text-balance">
        Muitas mensagens de uma vez. A próxima segue em {countWords(seconds, "segundo", "segundos")}.
      </p>
      {/* The wait is announced once; reading the countdown every second would drown out everything else. */}
      <p role="status" className="sr-only">
        Muitas mensagens de uma vez. Elas seguem sozinhas em alguns segundos.
      </p>
    </div>
  );
}
