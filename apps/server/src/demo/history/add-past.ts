import { findConversation } from "../../base/pairs/conversation-queries.ts";
import { addFavorite } from "../../base/pairs/favorite-queries.ts";
import { addNotifications } from "../../features/notifications/queries/add-notifications.ts";
import { addFavoriteNotification, addMatchNotifications } from "../../features/notifications/queries/notifications.ts";
import { addVisit } from "../../features/visits/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import { addHistory } from "./add-history.ts";
import { conversationOfBoth, conversationsOfBaby, conversationsOfDaddy } from "./conversations.ts";
import type { Pair } from "./list-events.ts";

/**
 * The ids of the two accounts, and of the members they know: daddies and all payers for the baby, babies for the daddy.
 */
export type Acquaintances = {
  babyId: string;
  daddyId: string;
  daddies: string[];
  payers: string[];
  babies: string[];
  /** Members who recently made one of the accounts a favourite and are not among its favourites. */
  latestAdmirers: string[];
};

const HOUR_MS = 3_600_000;
const LATEST_MS = HOUR_MS / 3;

/**
 * Adds the past of the two accounts: conversations, favourites both ways, matches, visits. It runs once for each
 * database: the conversation of the two accounts with each other shows that it has run.
 */
export async function addPast(trx: Db, acquaintances: Acquaintances, now: Date): Promise<boolean> {
  if (await findConversation(trx, acquaintances.babyId, acquaintances.daddyId)) return false;
  await addHistory(trx, pairsOf(acquaintances), now);
  const { latestAdmirers } = acquaintances;
  await addLikes(trx, { memberId: acquaintances.babyId, likedIds: acquaintances.payers, latestAdmirers }, now);
  await addLikes(trx, { memberId: acquaintances.daddyId, likedIds: acquaintances.babies, latestAdmirers }, now);
  return true;
}

function pairsOf({ babyId, daddyId, daddies, babies }: Acquaintances): Pair[] {
  const withBaby = daddies.map((payerId, at) => ({ babyId, payerId, conversation: conversationsOfBaby[at] }));
  const withDaddy = babies.map((id, at) => ({ babyId: id, payerId: daddyId, conversation: conversationsOfDaddy[at] }));
  const others = [...withBaby, ...withDaddy].flatMap(({ conversation, ...pair }) =>
    conversation ? [{ ...pair, conversation }] : [],
  );
  return [{ babyId, payerId: daddyId, conversation: conversationOfBoth }, ...others];
}

type Likes = { memberId: string; likedIds: string[]; latestAdmirers: string[] };

/**
 * Makes every second acquaintance a favourite of the member. Three of four have the member as a favourite; the
 * remaining one only visits, and the first who likes without being liked has visited, too.
 */
async function addLikes(trx: Db, { memberId, likedIds, latestAdmirers }: Likes, now: Date): Promise<void> {
  for (const [at, otherId] of likedIds.entries()) {
    const isLatest = latestAdmirers.includes(otherId);
    const when = new Date(now.getTime() - (isLatest ? LATEST_MS : (at * 7 + 2) * HOUR_MS));
    const notification = { id: randomId(), memberId, actorId: otherId, createdAt: when };
    const [isMine, isTheirs] = isLatest ? [false, true] : [at % 2 === 0, at % 4 !== 2];
    if (isMine) await addFavorite(trx, memberId, otherId, when);
    if (isTheirs) await addFavorite(trx, otherId, memberId, when);
    if (isTheirs && !isMine) await addFavoriteNotification(trx, notification, new Date(0));
    if (isTheirs && isMine) {
      const theirs = { ...notification, id: randomId(), memberId: otherId, actorId: memberId };
      await addMatchNotifications(trx, [notification, theirs]);
    }
    // The first member whose liking is not returned had visited the profile before, so that one row of the bell shows
    // both.
    const isVisitor = !isTheirs || at === 1;
    const visit = { ...notification, id: randomId(), createdAt: isTheirs ? new Date(when.getTime() - HOUR_MS) : when };
    if (isVisitor && (await addVisit(trx, { visitedId: memberId, visitorId: otherId, at: visit.createdAt }, when)))
      await addNotifications(trx, "profile_view", [visit]);
  }
}
