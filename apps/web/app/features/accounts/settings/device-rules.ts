import { dayText } from "@caramelo/contract/formats/moments";
import { longSpanText } from "@caramelo/contract/formats/spans";

const MONTH_SECONDS = 30 * 86_400;

/** When a device was last used, in words. A clock that is slightly fast or slow still gives "agora há pouco". */
export function lastSeenText(lastSeenAt: string, now: Date): string {
  const seconds = (now.getTime() - Date.parse(lastSeenAt)) / 1_000;
  if (seconds < 120) return "Usado agora há pouco";
  return seconds < MONTH_SECONDS ? `Usado há ${longSpanText(seconds)}` : `Usado em ${dayText(lastSeenAt)}`;
}
