import { contract } from "@caramelo/contract/contract";
import { NOTIFICATIONS_MAX } from "@caramelo/contract/limits";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { countWaiting, dismissAllNotifications, dismissNotification, listWaiting } from "../queries.ts";

export const list = handle(contract.notifications.list, async ({ me, db, clock, photoLinks }) => {
  // Nobody notifies staff.
  if (me.isAdmin) return { notifications: [], unread: 0 };
  const now = clock.now();
  const rows = await listWaiting(db, me.id, NOTIFICATIONS_MAX);
  const notifications = rows.map(({ id, type, createdAt: at, actorId, name, fileName }) => {
    const photoUrl = fileName === null ? null : photoLinks.linkTo(fileName, 320, now);
    return { id, type, actor: { id: actorId, name, photoUrl }, at };
  });
  return { notifications, unread: await countWaiting(db, me.id) };
});

export const dismiss = handle(contract.notifications.dismiss, async ({ params, me, ...context }) => {
  if (!(await dismissNotification(context.db, me.id, params.id, context.clock.now()))) fail("NOT_FOUND");
  return tellUnread(context, me.id);
});

export const dismissAll = handle(contract.notifications.dismissAll, async ({ me, ...context }) => {
  await dismissAllNotifications(context.db, me.id, context.clock.now());
  return tellUnread(context, me.id);
});

/** The member's other tabs and devices follow. */
async function tellUnread({ db, live }: Pick<Context, "db" | "live">, memberId: string): Promise<{ unread: number }> {
  const unread = await countWaiting(db, memberId);
  live.tell(memberId, "notifications", { unread });
  return { unread };
}
