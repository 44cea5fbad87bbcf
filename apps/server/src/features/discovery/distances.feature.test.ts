import { describe, expect, test } from "vitest";
import { cityLabelOf, distanceKm, getCity, listCities } from "../../platform/cities/cities.ts";
import { listCards, type PageQuery, type Viewer } from "../../testing/discovery-pages.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const SAO_PAULO = 3_550_308;
const SANTOS = 3_548_500;
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;

const memory = await openWorld({ DISCOVERY_INDEX: "on" });
const database = await openWorld({}, memory);
const { owner } = memory;
const at = (cityId: number, isWildcardCity = false) => makeMember(owner, { role: "daddy", cityId, isWildcardCity });
const people = {
  here: await at(SANTOS),
  near: await at(SAO_PAULO),
  neighbour: await at(SAO_PAULO),
  far: await at(RECIFE),
  anywhere: await at(RECIFE, true),
};
const NOBODY = { here: null, near: null, neighbour: null, far: null, anywhere: null };
memory.context.discoveryIndex.noteWrite();

/** The distance on the card of each of these people. */
async function listDistances(viewer: Viewer, query: PageQuery = {}) {
  const cards = new Map((await listCards(viewer, query)).map((card) => [card.id, card.distanceKm]));
  return Object.fromEntries(Object.entries(people).map(([name, { id }]) => [name, cards.get(id)]));
}

describe.each([
  ["memory", memory],
  ["the database", database],
])("the distance on a card from %s", (_, world) => {
  test("[K9.03] is from the viewer's own city to the member's in whole kilometres on the great circle", async () => {
    const baby = await makeSignedIn(world, { cityId: SANTOS });
    const far = distanceKm(getCity(SANTOS), getCity(RECIFE));
    const distances = { here: 0, near: 55, neighbour: 55, far, anywhere: null };
    expect(far).toBeGreaterThan(2_100);
    expect(far).toBeLessThan(2_200);
    expect(await listDistances(baby)).toEqual(distances);
    expect(await listDistances(baby, { distanceKm: 50 })).toEqual(distances);
  });

  test("[D3.40] is from the city of the filter where one is chosen, for the staff too", async () => {
    const to = (cityId: number) => distanceKm(getCity(CAMPINAS), getCity(cityId));
    const near = to(SAO_PAULO);
    const distances = { here: to(SANTOS), near, neighbour: near, far: to(RECIFE), anywhere: null };
    const viewers = [await makeSignedIn(world, { cityId: SANTOS }), await makeSignedIn(world, { role: "admin" })];
    for (const viewer of viewers) {
      expect(await listDistances(viewer, { cityId: CAMPINAS })).toEqual(distances);
      const around = await listDistances(viewer, { cityId: CAMPINAS, distanceKm: 100 });
      expect(around).toEqual({ ...distances, here: undefined, far: undefined });
    }
  });

  test("[D3.26] is not shown of a member with a wildcard city, who is still in the viewer's own city, nor to the staff, who have no city", async () => {
    expect(await listDistances(await makeSignedIn(world, { role: "admin" }))).toEqual(NOBODY);
    for (const cityId of [SAO_PAULO, RECIFE, CAMPINAS]) {
      const baby = await makeSignedIn(world, { cityId });
      for (const query of [{}, { cityId: SANTOS }]) {
        const card = (await listCards(baby, query)).find(({ id }) => id === people.anywhere.id);
        expect(card).toMatchObject({ city: cityLabelOf(cityId), isWildcardCity: true, distanceKm: null });
      }
    }
  });

  test("[T60] is the same for all members of a city, so that it reveals the city and no more", async () => {
    const viewer = await makeSignedIn(world, { cityId: SANTOS });
    for (const { id: cityId } of listCities().filter((_, index) => index % 1_114 === 0)) {
      const baby = await makeSignedIn(world, { cityId });
      for (const distances of [await listDistances(baby), await listDistances(viewer, { cityId })]) {
        expect(distances.near).toBe(distanceKm(getCity(cityId), getCity(SAO_PAULO)));
        expect(distances.neighbour).toBe(distances.near);
      }
    }
  });
});

test("[K9.03] the search, the favourites and the profile give the same distance of a member", async () => {
  const baby = await makeSignedIn(database, { cityId: SANTOS });
  const { api } = baby.browser;
  await api.favorites.add({ params: { id: people.near.id } });
  const favorites = (await api.favorites.list({ query: {} })).body.profiles;
  const profile = (await api.profiles.read({ params: { id: people.near.id } })).body;
  expect([(await listDistances(baby)).near, favorites[0]?.distanceKm, profile.distanceKm]).toEqual([55, 55, 55]);
});
