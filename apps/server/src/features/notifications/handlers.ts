import { contract } from "@caramelo/contract/contract";
import { notificationTypes, staffActor } from "@caramelo/contract/notifications/types";
import { ownId } from "../../base/pairs/visible-rules.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { findPeople } from "../member-cards/commands.ts";
import { publishBell } from "./commands.ts";
import { dismissAllNotifications, dismissRow, findBell } from "./queries/bell.ts";
import { removeSubscription, saveSubscription } from "./queries/subscriptions.ts";
import { rankTypes } from "./rules.ts";

export const list = handle(contract.notifications.list, async ({ me, db, clock, photoLinks, keptPeople }) => {
  // Staff get no notifications.
  if (me.isAdmin) return { notifications: [], unread: 0 };
  const now = clock.now();
  const { waiting: waitingBell, unread } = await findBell(db, me.id);
  const rows = waitingBell.map(({ types, ...row }) => ({ ...row, ...rankTypes(types) }));
  const actorIds = rows.flatMap(({ type, actorId }) => (notificationTypes[type].isFromStaff ? [] : [actorId]));
  const request = { ids: actorIds, viewerId: me.id, now, needsPresence: false };
  const people = await findPeople({ db, keptPeople }, request);
  const notifications = rows.flatMap(({ id, type, types, count, createdAt: at, actorId }) => {
    // Members never learn who of the staff wrote to them.
    if (notificationTypes[type].isFromStaff)
      return [{ id, type, types, actor: { id: ownId(me), name: staffActor, photoUrl: null }, notices: count, at }];
    const actor = people.get(actorId);
    if (!actor) return [];
    const photoUrl = actor.photo && photoLinks.linkTo(actor.photo.fileName, "small", now);
    return [{ id, type, types, actor: { id: actor.id, name: actor.name, photoUrl }, at }];
  });
  return { notifications, unread };
});

export const dismiss = handle(contract.notifications.dismiss, async ({ params, me, ...context }) => {
  if (!(await dismissRow(context.db, me.id, params.id, context.clock.now()))) fail("NOT_FOUND");
  return publishBell(context, me.id);
});

export const dismissAll = handle(contract.notifications.dismissAll, async ({ me, ...context }) => {
  await dismissAllNotifications(context.db, me.id, context.clock.now());
  return publishBell(context, me.id);
});

export const pushKey = handle(contract.notifications.pushKey, async ({ pusher }) => ({ key: pusher.publicKey }));

export const subscribe = handle(contract.notifications.subscribe, async ({ body, me, db, clock, pusher }) => {
  const { endpoint, keys } = body;
  if (!pusher.isKnownService(endpoint)) fail("PUSH_SERVICE_UNKNOWN");
  const owner = { memberId: me.id, sessionId: me.sessionId };
  await db
    .transaction()
    .execute((trx) => saveSubscription(trx, { endpoint, ...keys, ...owner, createdAt: clock.now() }));
  return {};
});

/** Removes only the member's own subscription; the endpoint of another member looks unknown. */
export const unsubscribe = handle(contract.notifications.unsubscribe, async ({ body, me, db }) => {
  await removeSubscription(db, me.id, body.endpoint);
  return {};
});
