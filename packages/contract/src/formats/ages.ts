const MINUTE_MS = 60_000;

/** The age of an instant: "Agora" below a minute, then "5m", "3h" or "2d". */
export function relativeTime(at: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(at)) / MINUTE_MS);
  if (minutes < 1) return "Agora";
  if (minutes < 60) return `${minutes}m`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}h`;
  return `${Math.floor(minutes / (24 * 60))}d`;
}
