import { contract } from "@caramelo/contract/contract";
import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../../platform/calendar-rules.ts";
import { cityLabelOf, listCities, searchCities } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/serve-contract.ts";
import { cutPage, type PagePlace, readPlace } from "../../../platform/page-place.ts";
import { isPremiumAt } from "../../accounts/rules.ts";
import { findPremium } from "../../billing/queries.ts";
import { listCards } from "../../profiles/queries.ts";
import { presentCards } from "../../profiles/rules.ts";
import { countFans, listFans, listFavorites } from "../queries.ts";
import { foldText, mayBeCity } from "../rules.ts";

export const list = handle(contract.favorites.list, async ({ query, me, ...context }) => {
  await context.limits.views.take(me.id);
  const words = foldText(query.q ?? "");
  const filter = words === "" ? undefined : { words, cityIds: citiesLike(query.q ?? ""), viewerCityId: me.cityId };
  const rows = await listFavorites(context.db, me.id, {
    filter,
    before: readPlace(query.before),
    limit: PEOPLE_PAGE + 1,
  });
  return showPage(context, me, rows);
});

export const fans = handle(contract.favorites.fans, async ({ query, me, ...context }) => {
  const { db, clock, limits } = context;
  await limits.views.take(me.id);
  const total = await countFans(db, me.id, PEOPLE_COUNT_MAX);
  if (!isPremiumAt(await findPremium(db, me.id), clock.now())) return { total, profiles: null, next: null };
  const rows = await listFans(db, me.id, { before: readPlace(query.before), limit: PEOPLE_PAGE + 1 });
  return { total, ...(await showPage(context, me, rows)) };
});

function citiesLike(text: string): number[] {
  return mayBeCity(text) ? searchCities(text, listCities().length).map(({ id }) => id) : [];
}

/** `rows` holds one more than a page shows, if there are more. */
async function showPage(
  { db, clock, photoLinks }: Pick<Context, "db" | "clock" | "photoLinks">,
  me: Me,
  rows: PagePlace[],
) {
  const now = clock.now();
  const { page, next } = cutPage(rows, PEOPLE_PAGE);
  const ids = page.map(({ id }) => id);
  const showing = { viewerCityId: me.cityId, now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  return { profiles: presentCards(ids, await listCards(db, ids, me.id, now), showing), next };
}
