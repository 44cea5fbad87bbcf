import { addFavorite } from "../../features/favorites/queries.ts";
import { findConversation } from "../../features/messaging/queries/conversations.ts";
import {
  addFavoriteNotification,
  addMatchNotifications,
  addVisitNotification,
} from "../../features/notifications/queries.ts";
import { addVisit } from "../../features/visits/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { addHistory } from "./add-history.ts";
import { talkOfBoth, talksOfBaby, talksOfDaddy } from "./talks.ts";
import type { Pair } from "./timeline.ts";

/** Ids: the two accounts, and of those whom they know, the daddies, all payers, and the babies. */
export type Circle = { babyId: string; daddyId: string; daddies: string[]; payers: string[]; babies: string[] };

const HOUR_MS = 3_600_000;

/**
 * What the two accounts have lived: conversations, favourites both ways, matches, visits. Once for each database: the
 * conversation of the two with each other tells that it was done.
 */
export async function addPast(trx: Db, circle: Circle, now: Date): Promise<boolean> {
  if (await findConversation(trx, circle.babyId, circle.daddyId)) return false;
  await addHistory(trx, pairsOf(circle), now);
  await addLikes(trx, circle.babyId, circle.payers, now);
  await addLikes(trx, circle.daddyId, circle.babies, now);
  return true;
}

function pairsOf({ babyId, daddyId, daddies, babies }: Circle): Pair[] {
  const withBaby = daddies.map((payerId, at) => ({ babyId, payerId, talk: talksOfBaby[at] }));
  const withDaddy = babies.map((id, at) => ({ babyId: id, payerId: daddyId, talk: talksOfDaddy[at] }));
  const others = [...withBaby, ...withDaddy].flatMap(({ talk, ...pair }) => (talk ? [{ ...pair, talk }] : []));
  return [{ babyId, payerId: daddyId, talk: talkOfBoth }, ...others];
}

/** Of those whom a member knows, every second is a favourite; some like the member back, or first; some only looked. */
async function addLikes(trx: Db, memberId: string, known: string[], now: Date): Promise<void> {
  for (const [at, otherId] of known.entries()) {
    const when = new Date(now.getTime() - (at * 7 + 2) * HOUR_MS);
    const note = { id: uuidv7(when), memberId, actorId: otherId, createdAt: when };
    const [isMine, isTheirs] = [at % 2 === 0, at % 4 !== 2];
    if (isMine) await addFavorite(trx, memberId, otherId, when);
    if (isTheirs) await addFavorite(trx, otherId, memberId, when);
    if (isTheirs && !isMine) await addFavoriteNotification(trx, note, new Date(0));
    if (isTheirs && isMine) {
      const theirs = { ...note, id: uuidv7(when), memberId: otherId, actorId: memberId };
      await addMatchNotifications(trx, [note, theirs]);
    }
    if (!isTheirs && (await addVisit(trx, { visitedId: memberId, visitorId: otherId, at: when }, when)))
      await addVisitNotification(trx, note);
  }
}
