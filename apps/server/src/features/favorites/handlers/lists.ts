import { contract } from "@caramelo/contract/contract";
import { foldText } from "@caramelo/contract/formats/fold-text";
import { PEOPLE_PAGE } from "@caramelo/contract/limits";
import { maySeeWhoCame } from "../../../base/money/premium-rules.ts";
import { listCities, searchCities } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { findPeople, presentationFor } from "../../member-cards/commands.ts";
import { inOrder, presentCard } from "../../member-cards/rules.ts";
import { findAdmirers, listFavorites } from "../queries.ts";
import { mayBeCity } from "../rules.ts";

export const list = handle(contract.favorites.list, async ({ query, me, ...context }) => {
  const words = foldText(query.q ?? "");
  const filter = words === "" ? undefined : { words, cityIds: citiesLike(words), viewerCityId: me.cityId };
  const before = context.pageCursors.read(query.before);
  const now = context.clock.now();
  const rows = await listFavorites(context.db, { memberId: me.id, filter, before });
  return presentPage(context, me, rows, now);
});

export const admirers = handle(contract.favorites.admirers, async ({ query, me, ...context }) => {
  const before = context.pageCursors.read(query.before);
  const now = context.clock.now();
  const { total, premium, rows } = await findAdmirers(context.db, { memberId: me.id, before });
  if (!maySeeWhoCame(me.role, premium, now)) return { total, profiles: null, next: null };
  return { total, ...(await presentPage(context, me, rows, now)) };
});

function citiesLike(words: string): number[] {
  return mayBeCity(words) ? searchCities(words, listCities().length).map(({ id }) => id) : [];
}

/** Presents a page of favourites. When there is a next page, `rows` has one row more than a page shows. */
async function presentPage(
  { photoLinks, pageCursors, ...context }: Pick<Context, "db" | "keptPeople" | "photoLinks" | "pageCursors">,
  me: Me,
  rows: Awaited<ReturnType<typeof listFavorites>>,
  now: Date,
) {
  const { page, next } = pageCursors.cut(rows, PEOPLE_PAGE);
  const presentation = presentationFor(me, { now, photoLinks });
  const request = { ids: page.map(({ id }) => id), viewerId: me.id, now, needsPresence: true };
  const people = await findPeople(context, request);
  return { profiles: inOrder(page, people, (person) => presentCard(person, presentation)), next };
}
