import { contract } from "@caramelo/contract/contract";
import { isOppositeSide } from "../../../base/members/rules.ts";
import { lockStreams } from "../../../base/members/stream-queries.ts";
import { addFavorite, isFavorite, removeFavorite } from "../../../base/pairs/favorite-queries.ts";
import { describing } from "../../../base/pairs/visible-rules.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import { findPeople } from "../../member-cards/commands.ts";
import { findOpenings } from "../../messaging/commands.ts";
import { findPairFacts } from "../../messaging/queries/pairs.ts";
import { mayOpen, needsUpgrade } from "../../messaging/rules/judge.ts";
import { publishBell } from "../../notifications/commands.ts";
import {
  addFavoriteNotification,
  addMatchNotifications,
  hasMatched,
} from "../../notifications/queries/notifications.ts";
import { presentPhoto } from "../../photos/rules.ts";
import { findFavorable } from "../queries.ts";

// A member who adds and removes the same favourite again and again causes only one notification in this time.
const NOTIFY_EVERY_MS = 24 * 3_600_000;

export const add = handle(contract.favorites.add, async ({ params, me, ...context }) => {
  const { db, clock, live } = context;
  const now = clock.now();
  const { isNew, isMatch } = await db.transaction().execute(async (trx) => {
    // The locks serialize changes of a pair, so that the second of two simultaneous favourites sees the match.
    await lockStreams(trx, [me.id, params.id]);
    const pair = await findFavorable(trx, me.id, params.id);
    if (!pair || !isOppositeSide(pair.role, pair.otherRole)) fail("NOT_FOUND");

    const isNew = await addFavorite(trx, me.id, params.id, now);
    const isMutual = isNew && (await isFavorite(trx, params.id, me.id));
    const isMatch = isMutual && !(await hasMatched(trx, me.id, params.id));
    if (isNew) await notify(trx, { actorId: me.id, memberId: params.id, isMatch }, now);
    return { isNew, isMatch };
  });
  if (isNew) await publishBell({ db, live }, params.id);
  if (isMatch) await publishBell({ db, live }, me.id);
  if (isMatch) live.publish(params.id, "match", { withId: me.id });
  return { isFavorite: true, match: isMatch ? await presentMatch(context, me, params.id, now) : null };
});

export const remove = handle(contract.favorites.remove, async ({ params, me, db }) => {
  await db.transaction().execute(async (trx) => {
    await lockStreams(trx, [me.id, params.id]);
    await removeFavorite(trx, me.id, params.id);
  });
  return { isFavorite: false };
});

async function presentMatch(
  { db, clock, keptPeople, photoLinks }: Pick<Context, "db" | "clock" | "keptPeople" | "photoLinks">,
  me: Me,
  otherId: string,
  now: Date,
) {
  const request = { ids: [otherId], viewerId: me.id, now, needsPresence: false };
  const otherPerson = (await findPeople({ db, keptPeople }, request)).get(otherId);
  if (!otherPerson) return null;
  const facts = await findPairFacts(db, { senderId: me.id, recipientId: otherId }, now);
  const photo = otherPerson.photo && presentPhoto(otherPerson.photo, { photoLinks, now });
  const openings =
    facts && mayOpen(facts) ? await findOpenings({ db, clock }, { memberId: me.id, peerId: otherId }) : undefined;
  const { id, name } = otherPerson;
  return describing(id, { name, photo, needsUpgrade: needsUpgrade(facts), ...(openings && { openings }) });
}

type NewFavorite = { actorId: string; memberId: string; isMatch: boolean };

async function notify(trx: Db, { actorId, memberId, isMatch }: NewFavorite, now: Date): Promise<void> {
  const notificationFor = (actor: string, recipient: string) => ({
    id: randomId(),
    memberId: actor,
    actorId: recipient,
    createdAt: now,
  });
  await addFavoriteNotification(trx, notificationFor(memberId, actorId), new Date(now.getTime() - NOTIFY_EVERY_MS));
  if (isMatch)
    await addMatchNotifications(trx, [notificationFor(memberId, actorId), notificationFor(actorId, memberId)]);
}
