import { contract } from "@caramelo/contract/contract";
import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import type { Context } from "../../platform/context.ts";
import { handle } from "../../platform/handle.ts";
import { fail } from "../../platform/http/failure.ts";
import { randomId } from "../../platform/ids.ts";
import { findPremium } from "../billing/queries.ts";
import { maySeeWhoCame } from "../billing/rules.ts";
import { countWaiting } from "../notifications/queries/bell.ts";
import { addNotifications } from "../notifications/queries/notifications.ts";
import { findProfile, listCards } from "../profiles/queries.ts";
import { maySeeProfile, presentCards } from "../profiles/rules.ts";
import { addVisit, countVisitors, listVisitors } from "./queries.ts";
import { lastVisitBefore, oldestVisit } from "./rules.ts";

export const list = handle(contract.visits.list, async ({ query, me, db, clock, photoLinks, pageCursors }) => {
  const now = clock.now();
  const received = { visitedId: me.id, since: oldestVisit(now) };
  const total = await countVisitors(db, received, PEOPLE_COUNT_MAX);
  const maySeeThem = maySeeWhoCame(me.role, await findPremium(db, me.id), now);
  if (!maySeeThem) return { total, visitors: null, next: null };

  const rows = await listVisitors(db, received, pageCursors.read(query.before), PEOPLE_PAGE + 1);
  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  const ids = page.map(({ id }) => id);
  const presentation = { viewerCityId: me.cityId, now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const cards = presentCards(ids, await listCards(db, ids, me.id, now), presentation);
  const dayById = new Map(page.map(({ id, at }) => [id, dayInBrazil(at)]));
  const visitors = cards.map((profile) => ({ profile, day: dayById.get(profile.id) ?? dayInBrazil(now) }));
  return { total, visitors, next };
});

export const add = handle(contract.visits.add, async ({ params, me, ...context }) => {
  const { db, clock, live } = context;
  // Neither staff nor members on their own profile leave a visit.
  if (me.isAdmin || me.id === params.id) fail("NOT_FOUND");
  const profile = await findProfile(db, params.id, me.id, clock.now());
  if (!profile || !maySeeProfile(me, profile)) fail("NOT_FOUND");
  if (await storeVisit(context, me.id, profile.id)) {
    live.publish(profile.id, "notifications", { unread: await countWaiting(db, profile.id) });
  }
  return {};
});

/** Stores the visit and its notification together. It locks no stream, so it waits only for visits of the same pair. */
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
