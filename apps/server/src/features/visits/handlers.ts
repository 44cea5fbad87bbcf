import { contract } from "@caramelo/contract/contract";
import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../platform/calendar-rules.ts";
import { cityLabelOf } from "../../platform/cities/cities.ts";
import { handle } from "../../platform/handle.ts";
import { cutPage, readPlace } from "../../platform/page-place.ts";
import { isPremiumAt } from "../accounts/rules.ts";
import { findPremium } from "../billing/queries.ts";
import { listCards } from "../profiles/queries.ts";
import { presentCards } from "../profiles/rules.ts";
import { countVisitors, listVisitors } from "./queries.ts";
import { oldestVisit } from "./rules.ts";

export const list = handle(contract.visits.list, async ({ query, me, db, clock, limits, photoLinks }) => {
  await limits.views.take(me.id);
  const now = clock.now();
  const asked = { visitedId: me.id, since: oldestVisit(now) };
  const total = await countVisitors(db, asked, PEOPLE_COUNT_MAX);
  if (!isPremiumAt(await findPremium(db, me.id), now)) return { total, visitors: null, next: null };

  const rows = await listVisitors(db, asked, readPlace(query.before), PEOPLE_PAGE + 1);
  const { page, next } = cutPage(rows, PEOPLE_PAGE);
  const ids = page.map(({ id }) => id);
  const showing = { viewerCityId: me.cityId, now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const cards = presentCards(ids, await listCards(db, ids, me.id, now), showing);
  const atById = new Map(page.map(({ id, at }) => [id, at]));
  return { total, visitors: cards.map((profile) => ({ profile, at: atById.get(profile.id) ?? now })), next };
});
