import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { PRESENCE_COARSE_MS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import type { PeopleRequest } from "../../platform/discovery-index.ts";
import { randomId } from "../../platform/ids.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makePopulation } from "../../testing/population.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { addDepartures, addPings, changePresenceHidden } from "../presence/queries.ts";
import { findPeople, presentationFor } from "./commands.ts";
import { inOrder, presentCard } from "./rules.ts";

const memory = await openWorld({ DISCOVERY_INDEX: "on" });
const database = await openWorld({}, memory);
const { owner } = memory;
const CITIES = [3_550_308, 3_518_800, 3_509_502];
const PEOPLE = 12;

let now = Date.now() + 3_600_000;
for (const { context } of [memory, database]) context.clock.now = () => new Date(now);

type Pair = { viewerId: string; id: string; draw: number };
const setProfile = (id: string, facts: object) =>
  owner.updateTable("profile").set(facts).where("memberId", "=", id).execute();
const buy = (memberId: string, what: { premiumUntil: Date } | { highlightedUntil: Date }) =>
  owner
    .insertInto("entitlement")
    .values({ memberId, ...what })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(what))
    .execute();

/** The changes to how a viewer sees a member. */
const CHANGES: Record<string, (pair: Pair) => Promise<unknown>> = {
  rename: ({ id, draw }) => setProfile(id, { name: `Zé "${draw}" ção` }),
  move: ({ id, draw }) => setProfile(id, { cityId: CITIES[draw % 3], isWildcardCity: draw % 2 === 0 }),
  verify: ({ id, draw }) => setProfile(id, { isVerified: draw % 2 === 0, statedAge: 18 + (draw % 60) }),
  leave: ({ id, draw }) => setProfile(id, { deactivatedAt: draw % 2 ? new Date(now) : null }),
  premium: ({ id, draw }) => buy(id, { premiumUntil: new Date(now + (draw % 3) * 20_000) }),
  highlight: ({ id, draw }) => buy(id, { highlightedUntil: new Date(now + (draw % 3) * 20_000) }),
  photo: ({ id }) => makePhotos(owner, id, [0]),
  hide: ({ viewerId, id }) => hidePair(owner, viewerId, id),
  unhide: ({ viewerId }) =>
    sql`delete from hidden_pair where ${viewerId}::uuid in (viewer_id, other_id)`.execute(owner),
  favor: ({ viewerId, id }) =>
    owner
      .insertInto("favorite")
      .values({ memberId: viewerId, favoriteId: id, createdAt: new Date(now) })
      .execute(),
  write: ({ viewerId, id }) => makeConversation(owner, id, viewerId),
  ping: ({ id }) => addPings(owner, [{ memberId: id, at: new Date(now) }], new Date(now)),
  depart: ({ id }) => addDepartures(owner, [{ memberId: id, closedAt: new Date(now) }], new Date(now)),
  hidePresence: ({ id, draw }) => changePresenceHidden(owner, id, draw % 2 === 0, new Date(now)),
  pass: async ({ draw }) => {
    now += draw * 1_000;
  },
};

async function makePeople() {
  const viewer = await makeSignedIn(memory, { role: "daddy" });
  const ids = Array.from({ length: PEOPLE }, randomId);
  await makePopulation(
    owner,
    ids.map((id, index) => ({
      id,
      role: index % 3 ? ("baby" as const) : ("mommy" as const),
      tier: 2,
      shuffleKey: index,
      age: 20 + index,
      cityId: CITIES[index % 3] ?? 0,
      isWildcardCity: index % 4 === 0,
      isActive: true,
    })),
    dayInBrazil(new Date(now)),
  );
  const presentMembers = ids.filter((_, index) => index % 2).map((memberId) => ({ memberId, at: new Date(now) }));
  await addPings(owner, presentMembers, new Date(now));
  return { viewerId: viewer.id, ids };
}

async function listCards({ context }: World, request: PeopleRequest) {
  const { photoLinks } = context;
  const presentation = presentationFor({ cityId: 3_550_308 }, { now: request.now, photoLinks });
  const people = await findPeople(context, request);
  const rows = request.ids.map((id) => ({ id }));
  return inOrder(rows, people, (person) => presentCard(person, presentation));
}

const change = fc.record({
  kind: fc.constantFrom(...Object.keys(CHANGES)),
  index: fc.nat({ max: PEOPLE - 1 }),
  draw: fc.nat({ max: 60 }),
});

/** The drawn changes may hide nearly all members. */
const SIX_LEAVE = Array.from({ length: 6 }, (_, index) => ({ kind: "leave", index, draw: 1 }));

test("memory and database show the same people in the same way, whatever changed, and never a member who left or is hidden", async () => {
  let leftCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 25 }), async (changes) => {
      const { viewerId, ids } = await makePeople();
      for (const { kind, index, draw } of changes) {
        // A constraint of the database may refuse the change.
        await CHANGES[kind]?.({ viewerId, id: ids[index] ?? "", draw }).catch(() => {});
      }
      // The index knows presence as of the beginning of each half minute, so the test asks in the next one.
      now += PRESENCE_COARSE_MS;
      memory.context.discoveryIndex.noteWrite();
      const request = { ids: [randomId(), ...ids.toReversed()], viewerId, now: new Date(now), needsPresence: true };
      expect(await memory.context.keptPeople.find(request)).toBeDefined();
      const cards = await listCards(database, request);
      expect(await listCards(memory, request)).toEqual(cards);

      const { rows } = await sql<{ id: string }>`
        select member_id as id from profile where member_id = any(${ids}::uuid[]) and is_active
          and not exists (select from hidden_pair where viewer_id = ${viewerId} and other_id = member_id)`.execute(
        owner,
      );
      const seenIds = new Set(rows.map(({ id }) => id));
      expect(cards.map(({ id }) => id)).toEqual(ids.toReversed().filter((id) => seenIds.has(id)));
      leftCount += ids.length - cards.length;
    }),
    { ...runs(60), examples: [[SIX_LEAVE]] },
  );
  expect(leftCount).toBeGreaterThan(5);
});

test("no staff are among the people of a list", async () => {
  const [viewer, admin] = [await makeSignedIn(memory), await makeSignedIn(memory, { role: "admin" })];
  memory.context.discoveryIndex.noteWrite();
  const request = { ids: [admin.id], viewerId: viewer.id, now: new Date(now), needsPresence: true };
  for (const world of [memory, database]) expect(await listCards(world, request)).toEqual([]);
});
