import type { Notification, Waiting } from "./types.ts";

export const NOTHING_WAITS: Waiting = { notifications: [], unread: 0 };

/** What waits after one was dismissed. */
export function withoutOne(waiting: Waiting, id: string): Waiting {
  const notifications = waiting.notifications.filter((one) => one.id !== id);
  if (notifications.length === waiting.notifications.length) return waiting;
  return { notifications, unread: Math.max(0, waiting.unread - 1) };
}

/** What waits after a dismissal was taken back: the notification is in its place again, newest first. */
export function withOne(waiting: Waiting, one: Notification): Waiting {
  if (waiting.notifications.some(({ id }) => id === one.id)) return waiting;
  const older = waiting.notifications.findIndex(({ at }) => Date.parse(at) < Date.parse(one.at));
  const place = older < 0 ? waiting.notifications.length : older;
  return { notifications: waiting.notifications.toSpliced(place, 0, one), unread: waiting.unread + 1 };
}

/** What waits after the server told how many there are; which ones is still to be asked for. */
export function withCount(waiting: Waiting, unread: number): Waiting {
  return unread === 0 ? NOTHING_WAITS : { ...waiting, unread };
}
