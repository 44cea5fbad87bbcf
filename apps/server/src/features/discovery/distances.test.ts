import { describe, expect, test } from "vitest";
import { distanceKm, getCity, listCities } from "../../platform/cities/cities.ts";
import { listCards, type PageQuery, type Viewer } from "../../testing/discovery-pages.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const SAO_PAULO = 3_550_308;
const GUARULHOS = 3_518_800;
const CAMPINAS = 3_509_502;
const RECIFE = 2_611_606;

const world = await openWorld();
const at = (cityId: number, isWildcardCity = false) =>
  makeMember(world.owner, { role: "daddy", cityId, isWildcardCity });
const people = {
  here: await at(SAO_PAULO),
  near: await at(CAMPINAS),
  neighbour: await at(CAMPINAS),
  far: await at(RECIFE),
  anywhere: await at(RECIFE, true),
};
const baby = await makeSignedIn(world, { cityId: GUARULHOS });
const admin = await makeSignedIn(world, { role: "admin" });

/** The distance on the card of each of these people. */
async function listDistances(viewer: Viewer, query: PageQuery) {
  const cards = new Map((await listCards(viewer, query)).map((card) => [card.id, card.distanceKm]));
  return Object.fromEntries(Object.entries(people).map(([name, { id }]) => [name, cards.get(id)]));
}

describe("the distance on a card", () => {
  test("[K9.03][K5.05] is from the chosen city to the member's in whole kilometres on the great circle", async () => {
    const far = distanceKm(getCity(SAO_PAULO), getCity(RECIFE));
    expect(await listDistances(baby, { cityId: SAO_PAULO })).toEqual({
      here: 0,
      near: 84,
      neighbour: 84,
      far,
      anywhere: null,
    });
    expect(far).toBeGreaterThan(2_100);
    expect(far).toBeLessThan(2_150);
    expect((await listDistances(baby, { cityId: RECIFE })).far).toBe(0);
  });

  test("[K5.05] is not shown without a chosen city, also where the viewer's own city is known", async () => {
    const none = { here: null, near: null, neighbour: null, far: null, anywhere: null };
    expect(await listDistances(baby, {})).toEqual(none);
    expect(await listDistances(baby, { distanceKm: 50 })).toEqual(none);
  });

  test("[D3.26] is not shown of a member with a wildcard city, nor to the staff", async () => {
    for (const cityId of [SAO_PAULO, RECIFE, CAMPINAS]) {
      expect((await listDistances(baby, { cityId })).anywhere).toBeNull();
      expect((await listDistances(admin, { cityId })).anywhere).toBeNull();
    }
  });

  test("[T60] is the same for all members of a city from wherever it is asked, so that it reveals the city and no more", async () => {
    const centres = listCities().filter((_, index) => index % 557 === 0);
    for (const { id: cityId } of centres) {
      const distances = await listDistances(baby, { cityId });
      expect(distances.near).toBe(distanceKm(getCity(cityId), getCity(CAMPINAS)));
      expect(distances.neighbour).toBe(distances.near);
    }
  });
});
