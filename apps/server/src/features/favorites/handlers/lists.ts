import { contract } from "@caramelo/contract/contract";
import { PEOPLE_COUNT_MAX, PEOPLE_PAGE } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../../platform/calendar-rules.ts";
import { cityLabelOf, listCities, searchCities } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/serve-contract.ts";
import type { PageCursor } from "../../../platform/page-cursor.ts";
import { findPremium } from "../../billing/queries.ts";
import { maySeeWhoCame } from "../../billing/rules.ts";
import { listCards } from "../../profiles/queries.ts";
import { presentCards } from "../../profiles/rules.ts";
import { countAdmirers, listAdmirers, listFavorites } from "../queries.ts";
import { foldText, mayBeCity } from "../rules.ts";

export const list = handle(contract.favorites.list, async ({ query, me, ...context }) => {
  const words = foldText(query.q ?? "");
  const filter = words === "" ? undefined : { words, cityIds: citiesLike(query.q ?? ""), viewerCityId: me.cityId };
  const rows = await listFavorites(context.db, me.id, {
    filter,
    before: context.pageCursors.read(query.before),
    limit: PEOPLE_PAGE + 1,
  });
  return presentPage(context, me, rows);
});

export const admirers = handle(contract.favorites.admirers, async ({ query, me, ...context }) => {
  const { db, clock, pageCursors } = context;
  const total = await countAdmirers(db, me.id, PEOPLE_COUNT_MAX);
  const maySeeThem = maySeeWhoCame(me.role, await findPremium(db, me.id), clock.now());
  if (!maySeeThem) return { total, profiles: null, next: null };
  const rows = await listAdmirers(db, me.id, { before: pageCursors.read(query.before), limit: PEOPLE_PAGE + 1 });
  return { total, ...(await presentPage(context, me, rows)) };
});

function citiesLike(text: string): number[] {
  return mayBeCity(text) ? searchCities(text, listCities().length).map(({ id }) => id) : [];
}

/** `rows` holds one more than a page shows when there is a next page. */
async function presentPage(
  { db, clock, photoLinks, pageCursors }: Pick<Context, "db" | "clock" | "photoLinks" | "pageCursors">,
  me: Me,
  rows: PageCursor[],
) {
  const now = clock.now();
  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  const ids = page.map(({ id }) => id);
  const presentation = { viewerCityId: me.cityId, now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  return { profiles: presentCards(ids, await listCards(db, ids, me.id, now), presentation), next };
}
