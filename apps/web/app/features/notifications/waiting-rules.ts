import type { AnswerOf } from "@caramelo/contract/call/call";
import type { Contract } from "@caramelo/contract/contract";

/** The latest unread notifications, and how many there are. */
export type WaitingList = AnswerOf<Contract["notifications"]["list"]>;
export type Notification = WaitingList["notifications"][number];

export const NOTHING_WAITS: WaitingList = { notifications: [], unread: 0 };

export function withoutOne(list: WaitingList, id: string): WaitingList {
  const notifications = list.notifications.filter((notification) => notification.id !== id);
  if (notifications.length === list.notifications.length) return list;
  return { notifications, unread: Math.max(0, list.unread - 1) };
}

/** The list after a failed dismissal: the notification is back in its position, newest first. */
export function withOne(list: WaitingList, notification: Notification): WaitingList {
  if (list.notifications.some(({ id }) => id === notification.id)) return list;
  const older = list.notifications.findIndex(({ at }) => Date.parse(at) < Date.parse(notification.at));
  const index = older < 0 ? list.notifications.length : older;
  return { notifications: list.notifications.toSpliced(index, 0, notification), unread: list.unread + 1 };
}

/** The list after the server published the number. The entries are loaded afterwards. */
export function withCount(list: WaitingList, unread: number): WaitingList {
  return unread === 0 ? NOTHING_WAITS : { ...list, unread };
}
