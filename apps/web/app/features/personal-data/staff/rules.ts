import { countWords } from "@caramelo/contract/formats/counts";
import { DATA_ALARM_DAYS } from "@caramelo/contract/limits";

const DAY_MS = 86_400_000;

type Due = { text: string; tone: "danger" | "warn" | "info" };

/** The clock of a request: how many days are left, or by how many it is overdue. A begun day counts as one. */
export function describeDue(dueAt: string, now: number): Due {
  const msLeft = Date.parse(dueAt) - now;
  const days = countWords(Math.ceil(Math.abs(msLeft) / DAY_MS), "dia", "dias");
  if (msLeft <= 0) return { text: `Atrasado há ${days}`, tone: "danger" };
  return { text: `Prazo: ${days}`, tone: msLeft <= DATA_ALARM_DAYS * DAY_MS ? "warn" : "info" };
}
