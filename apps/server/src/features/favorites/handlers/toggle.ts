import { contract } from "@caramelo/contract/contract";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { lockStreams } from "../../messaging/queries/streams.ts";
import { addFavoriteNotification, addMatchNotifications, countWaiting } from "../../notifications/queries.ts";
import { isOppositeSide } from "../../profiles/rules.ts";
import { addFavorite, findFavorable, isFavorite, removeFavorite } from "../queries.ts";

// However often somebody changes their mind, the other one hears of it once in this time.
const TELL_EVERY_MS = 24 * 3_600_000;

export const add = handle(contract.favorites.add, async ({ params, me, db, clock, limits, live }) => {
  await limits.favorites.take(me.id);
  const now = clock.now();
  const { isNew, isMatch } = await db.transaction().execute(async (trx) => {
    // One change of a pair at a time: of two who favour each other at once, the second finds the first.
    await lockStreams(trx, [me.id, params.id]);
    const pair = await findFavorable(trx, me.id, params.id);
    if (!pair || !isOppositeSide(pair.role, pair.otherRole)) fail("NOT_FOUND");

    const isNew = await addFavorite(trx, me.id, params.id, now);
    const isMatch = await isFavorite(trx, params.id, me.id);
    if (isNew) await tell(trx, { actorId: me.id, memberId: params.id, isMatch }, now);
    return { isNew, isMatch };
  });
  if (isNew) await announce({ db, live }, isMatch ? [params.id, me.id] : [params.id]);
  live.tell(me.id, "changed", { what: "people" });
  return { isFavorite: true, isMatch };
});

export const remove = handle(contract.favorites.remove, async ({ params, me, db, limits, live }) => {
  await limits.favorites.take(me.id);
  await db.transaction().execute(async (trx) => {
    await lockStreams(trx, [me.id, params.id]);
    await removeFavorite(trx, me.id, params.id);
  });
  live.tell(me.id, "changed", { what: "people" });
  return { isFavorite: false };
});

type New = { actorId: string; memberId: string; isMatch: boolean };

/** The favourite is told to the other one; that the two match, to both. */
async function tell(trx: Db, { actorId, memberId, isMatch }: New, now: Date): Promise<void> {
  const newsFor = (one: string, other: string) => ({
    id: uuidv7(now),
    memberId: one,
    actorId: other,
    createdAt: now,
  });
  await addFavoriteNotification(trx, newsFor(memberId, actorId), new Date(now.getTime() - TELL_EVERY_MS));
  if (isMatch) await addMatchNotifications(trx, [newsFor(memberId, actorId), newsFor(actorId, memberId)]);
}

/** Open browsers of these members learn how many notifications wait. */
async function announce({ db, live }: Pick<Context, "db" | "live">, memberIds: string[]): Promise<void> {
  for (const id of memberIds) live.tell(id, "notifications", { unread: await countWaiting(db, id) });
}
