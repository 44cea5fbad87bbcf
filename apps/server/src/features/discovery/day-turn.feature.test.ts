import { startOfDayInBrazil } from "@caramelo/contract/formats/calendar";
import { expect, test } from "vitest";
import { listCards } from "../../testing/discovery-pages.ts";
import { makeMember } from "../../testing/people.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { addPings } from "../presence/queries.ts";

const memory = await openWorld({ DISCOVERY_INDEX: "on" });
const database = await openWorld({}, memory);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The next day of São Paulo begins. */
const turn = startOfDayInBrazil(new Date()).getTime() + DAY_MS;
let now = turn - 20 * MINUTE_MS;
for (const { context } of [memory, database]) context.clock.now = () => new Date(now);

test.each([
  ["memory", memory],
  ["the database", database],
])("[M4.16][M4.17] at the turn of the day the cards from %s and the profile change together", async (_, world) => {
  now = turn - 20 * MINUTE_MS;
  const baby = await makeSignedIn(world);
  const daddy = await makeMember(world.owner, { role: "daddy" });
  await addPings(world.owner, [{ memberId: daddy.id, at: new Date(now) }], new Date(now));
  world.context.discoveryIndex.noteWrite();
  async function readPresences() {
    const card = (await listCards(baby)).find(({ id }) => id === daddy.id);
    const isFound = (await listCards(baby, { presence: "recent" })).some(({ id }) => id === daddy.id);
    const profile = (await baby.browser.api.profiles.read({ params: { id: daddy.id } })).body;
    const { presences } = (await baby.browser.api.presence.list({ query: { ids: [daddy.id] } })).body;
    return [card?.presence, isFound, profile.presence, presences[0]?.presence];
  }
  now = turn - 1;
  expect(await readPresences()).toEqual(["recent", true, "recent", "recent"]);
  now = turn;
  expect(await readPresences()).toEqual(["offline", false, "offline", "offline"]);
});
