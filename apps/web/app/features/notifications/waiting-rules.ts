import type { Notification, Waiting } from "./types.ts";

export const NOTHING_WAITS: Waiting = { notifications: [], unread: 0 };

export function withoutOne(waiting: Waiting, id: string): Waiting {
  const notifications = waiting.notifications.filter((one) => one.id !== id);
  if (notifications.length === waiting.notifications.length) return waiting;
  return { notifications, unread: Math.max(0, waiting.unread - 1) };
}

/** The notifications after a dismissal was undone: the notification is back in its order, newest first. */
export function withOne(waiting: Waiting, one: Notification): Waiting {
  if (waiting.notifications.some(({ id }) => id === one.id)) return waiting;
  const older = waiting.notifications.findIndex(({ at }) => Date.parse(at) < Date.parse(one.at));
  const index = older < 0 ? waiting.notifications.length : older;
  return { notifications: waiting.notifications.toSpliced(index, 0, one), unread: waiting.unread + 1 };
}

/** The notifications after the server published their number; the list itself is still to be loaded. */
export function withCount(waiting: Waiting, unread: number): Waiting {
  return unread === 0 ? NOTHING_WAITS : { ...waiting, unread };
}
