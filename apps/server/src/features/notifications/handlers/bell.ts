import { contract } from "@caramelo/contract/contract";
import { notificationTypes, teamActor } from "@caramelo/contract/notifications/types";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { countWaiting, dismissAllNotifications, dismissNotification, findBell } from "../queries/bell.ts";

export const list = handle(contract.notifications.list, async ({ me, db, clock, photoLinks }) => {
  // Staff get no notifications.
  if (me.isAdmin) return { notifications: [], unread: 0 };
  const now = clock.now();
  const { waiting, unread } = await findBell(db, me.id);
  const notifications = waiting.map(({ id, type, createdAt: at, actorId, name, fileName }) => {
    // Members never learn who of the team wrote to them.
    if (notificationTypes[type].isFromTeam)
      return { id, type, actor: { id: me.id, name: teamActor, photoUrl: null }, at };
    const photoUrl = fileName === null ? null : photoLinks.linkTo(fileName, "small", now);
    return { id, type, actor: { id: actorId, name, photoUrl }, at };
  });
  return { notifications, unread };
});

export const dismiss = handle(contract.notifications.dismiss, async ({ params, me, ...context }) => {
  if (!(await dismissNotification(context.db, me.id, params.id, context.clock.now()))) fail("NOT_FOUND");
  return publishUnread(context, me.id);
});

export const dismissAll = handle(contract.notifications.dismissAll, async ({ me, ...context }) => {
  await dismissAllNotifications(context.db, me.id, context.clock.now());
  return publishUnread(context, me.id);
});

/** The member's other tabs and devices show the same number. */
async function publishUnread(
  { db, live }: Pick<Context, "db" | "live">,
  memberId: string,
): Promise<{ unread: number }> {
  const unread = await countWaiting(db, memberId);
  live.publish(memberId, "notifications", { unread });
  return { unread };
}
