import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import { maySeeWhoCame } from "../../base/money/premium-rules.ts";
import type { Context } from "../../platform/context.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { randomId } from "../../platform/ids.ts";
import { findPeople, presentationFor } from "../member-cards/commands.ts";
import { inOrder, presentCard } from "../member-cards/rules.ts";
import { publishBell } from "../notifications/commands.ts";
import { addNotifications } from "../notifications/queries/add-notifications.ts";
import { findProfile } from "../profiles/queries.ts";
import { maySeeProfile } from "../profiles/rules.ts";
import { addVisit, findVisitors } from "./queries.ts";
import { lastVisitBefore, oldestVisit } from "./rules.ts";

export const list = handle(contract.visits.list, async ({ query, me, clock, photoLinks, pageCursors, ...context }) => {
  const now = clock.now();
  const before = pageCursors.read(query.before);
  const { total, premium, rows } = await findVisitors(context.db, { memberId: me.id, since: oldestVisit(now), before });
  if (!maySeeWhoCame(me.role, premium, now)) return { total, visitors: null, next: null };

  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  const presentation = presentationFor(me, { now, photoLinks });
  const request = { ids: page.map(({ id }) => id), viewerId: me.id, now, needsPresence: true };
  const visitors = inOrder(page, await findPeople(context, request), (person, { at }) => ({
    profile: presentCard(person, presentation),
    day: dayInBrazil(at),
  }));
  return { total, visitors, next };
});

export const add = handle(contract.visits.add, async ({ params, me, ...context }) => {
  const { db, clock } = context;
  // Neither staff nor members on their own profile leave a visit.
  if (me.isAdmin || me.id === params.id) fail("NOT_FOUND");
  const profile = await findProfile(db, params.id, me.id, clock.now());
  if (!profile || !maySeeProfile(me, profile)) fail("NOT_FOUND");
  if (await storeVisit(context, me.id, profile.id)) await publishBell(context, profile.id);
  return {};
});

/**
 * Stores a visit and its notification in one transaction. No stream is locked, so only visits of the same pair wait.
 */
function storeVisit(
  { db, clock }: Pick<Context, "db" | "clock">,
  visitorId: string,
  visitedId: string,
): Promise<boolean> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const isNew = await addVisit(trx, { visitedId, visitorId, at: now }, lastVisitBefore(now));
    if (isNew) {
      await addNotifications(trx, "profile_view", [
        { id: randomId(), memberId: visitedId, actorId: visitorId, createdAt: now },
      ]);
    }
    return isNew;
  });
}
