const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relativeTime = new Intl.RelativeTimeFormat("pt-BR");

/** When a device was used last, in words. A clock that is a little fast or slow gives "agora há pouco". */
export function lastSeenText(lastSeenAt: string, now: Date): string {
  const passed = now.getTime() - new Date(lastSeenAt).getTime();
  if (passed < 2 * MINUTE_MS) return "Usado agora há pouco";
  if (passed < HOUR_MS) return `Usado ${relativeTime.format(-Math.floor(passed / MINUTE_MS), "minute")}`;
  if (passed < DAY_MS) return `Usado ${relativeTime.format(-Math.floor(passed / HOUR_MS), "hour")}`;
  if (passed < 30 * DAY_MS) return `Usado ${relativeTime.format(-Math.floor(passed / DAY_MS), "day")}`;
  return `Usado em ${new Date(lastSeenAt).toLocaleDateString("pt-BR")}`;
}
