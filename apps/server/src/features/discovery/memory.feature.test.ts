import type { AccountType } from "@caramelo/contract/accounts/account";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { COUNTS_KEPT_MS, PRESENCE_COARSE_MS, SEED_MAX } from "@caramelo/contract/limits";
import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { randomId } from "../../platform/ids.ts";
import { listPages, type PageQuery } from "../../testing/discovery-pages.ts";
import { hidePair, makeConversation } from "../../testing/pairs.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { addDepartures, addPings, changePresenceHidden } from "../presence/queries.ts";

const settings = { LIMIT_VIEWS: "999999/600", LIMIT_DISCOVERY_COUNTS: "999999/600" };
const memory = await openWorld({ ...settings, DISCOVERY_INDEX: "on" });
const database = await openWorld(settings, memory);
const { owner } = memory;

// Both worlds have this clock, so that both answer for the same moment, however long an answer takes.
let now = Date.now() + 3_600_000;
for (const { context } of [memory, database]) context.clock.now = () => new Date(now);

const SAO_PAULO = 3_550_308;
const CITIES = [SAO_PAULO, 3_518_800, 3_509_502, 2_611_606];
const ROLES: AccountType[] = ["baby", "daddy", "mommy"];
const MINUTE = 60_000;

const key = fc.oneof(fc.constantFrom(0, 1, 2, SEED_MAX), fc.integer({ min: 0, max: SEED_MAX }));
const member: fc.Arbitrary<SeedMember> = fc.record({
  id: fc.uuid(),
  role: fc.constantFrom(...ROLES),
  tier: fc.constantFrom(0, 1, 2, 3),
  shuffleKey: key,
  age: fc.constantFrom(18, 25, 40, 60, 79, 80, 99),
  cityId: fc.constantFrom(...CITIES),
  isWildcardCity: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  isActive: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  joinedHoursAgo: fc.constantFrom(0, 1, 46, 50, 1_000),
  presence: fc.constantFrom<SeedMember["presence"][]>("online", "recent", "hidden", undefined, undefined),
});
const question = fc
  .record(
    {
      seed: key,
      tab: fc.constantFrom<NonNullable<PageQuery["tab"]>[]>("all", "highlighted", "new"),
      ageMin: fc.constantFrom(18, 25, 39),
      ageMax: fc.constantFrom(40, 60, 79, 80),
      cityId: fc.constantFrom(SAO_PAULO, 2_611_606),
      distanceKm: fc.constantFrom(5, 40, 150, 200),
      role: fc.constantFrom<AccountType>("baby", "daddy", "mommy"),
      verified: fc.constant("1" as const),
      presence: fc.constantFrom<NonNullable<PageQuery["presence"]>[]>("online", "recent"),
    },
    { requiredKeys: ["seed"] },
  )
  .map(({ role, verified, presence, ...rest }) => ({
    ...rest,
    ...(role && { role }),
    ...(verified && { verified }),
    ...(presence && { presence }),
  }));

type ChangeTarget = { viewerId: string; id: string; draw: number; newcomer: SeedMember };

const setProfile = (id: string, facts: object) =>
  owner.updateTable("profile").set(facts).where("memberId", "=", id).execute();
const at = (ms = 0) => new Date(now + ms);

/** Every kind of change to what discovery shows. One that the database refuses changes nothing. */
const CHANGE_ACTIONS: Record<string, (target: ChangeTarget) => Promise<unknown>> = {
  rename: ({ id, draw }) => setProfile(id, { name: `Zé "${draw}" ção` }),
  move: ({ id, draw }) => setProfile(id, { cityId: CITIES[draw % CITIES.length] }),
  age: ({ id, draw }) => setProfile(id, { statedAge: 18 + (draw % 60) }),
  tier: ({ id, draw }) => setProfile(id, { tier: draw % 4 }),
  key: ({ id, newcomer }) => setProfile(id, { shuffleKey: newcomer.shuffleKey }),
  verify: ({ id, draw }) => setProfile(id, { isVerified: draw % 2 === 0 }),
  manage: ({ id, draw }) => setProfile(id, { isManaged: draw % 2 === 0 }),
  wildcard: ({ id, draw }) => setProfile(id, { isWildcardCity: draw % 2 === 0 }),
  role: ({ id, draw }) =>
    setProfile(id, draw % 2 ? { role: "mommy", gender: "Feminino" } : { role: "baby", gender: "Feminino" }),
  leave: ({ id, draw }) => setProfile(id, { deactivatedAt: draw % 2 ? at() : null }),
  suspend: ({ id, draw }) => setProfile(id, { suspendedAt: draw % 2 ? at() : null }),
  premium: ({ id, draw }) => buy(id, { premiumUntil: at((draw % 3) * MINUTE) }),
  highlight: ({ id, draw }) => buy(id, { highlightedUntil: at((draw % 3) * MINUTE) }),
  photo: ({ id }) => makePhotos(owner, id, [0]),
  unphoto: ({ id }) => owner.deleteFrom("photo").where("memberId", "=", id).execute(),
  hide: ({ viewerId, id }) => hidePair(owner, viewerId, id),
  unhide: ({ viewerId }) =>
    sql`delete from hidden_pair where viewer_id = ${viewerId} or other_id = ${viewerId}`.execute(owner),
  like: ({ viewerId, id }) =>
    owner.insertInto("favorite").values({ memberId: viewerId, favoriteId: id, createdAt: at() }).execute(),
  unlike: ({ viewerId }) => owner.deleteFrom("favorite").where("memberId", "=", viewerId).execute(),
  write: ({ viewerId, id }) => makeConversation(owner, id, viewerId),
  ping: ({ id }) => addPings(owner, [{ memberId: id, at: at() }], at()),
  depart: ({ id }) => addDepartures(owner, [{ memberId: id, closedAt: at() }], at()),
  hidePresence: ({ id, draw }) => changePresenceHidden(owner, id, draw % 2 === 0, at()),
  offer: ({ id, draw }) => makeAvailable(id, draw),
  come: ({ newcomer }) => makePopulation(owner, [{ ...newcomer, presence: undefined }], dayInBrazil(at()), at()),
  go: ({ id }) => removeOthers(sql`member_id = ${id}`),
  pass: async ({ draw }) => {
    now += (draw % 400) * 1_000;
  },
};

/**
 * Writes the entitlement as the trigger of the ledger does. A ledger entry itself could not be removed after the test.
 */
async function buy(memberId: string, what: { premiumUntil: Date } | { highlightedUntil: Date }): Promise<void> {
  await owner
    .insertInto("entitlement")
    .values({ memberId, ...what })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(what))
    .execute();
}

async function removeOthers(condition: RawBuilder<unknown>): Promise<void> {
  await sql`delete from entitlement where ${condition} and member_id in (select member_id from profile where not is_admin)`.execute(
    owner,
  );
  await sql`delete from conversation`.execute(owner);
  await sql`delete from message`.execute(owner);
  await sql`delete from member where id in (select member_id from profile where ${condition})`.execute(owner);
}

async function makeAvailable(memberId: string, draw: number): Promise<void> {
  const run = { id: randomId(), slot: null, actorId: null, startedAt: at(), eligible: 0, longCount: 0, shortCount: 0 };
  await owner.insertInto("availabilityRun").values(run).execute();
  const availability = { runId: run.id, startsAt: at(), endsAt: at((draw % 5) * MINUTE) };
  await owner
    .insertInto("availability")
    .values({ memberId, ...availability })
    .onConflict((conflict) => conflict.column("memberId").doUpdateSet(availability))
    .execute();
}

const step = fc.record({
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom(...Object.keys(CHANGE_ACTIONS)),
      index: fc.nat({ max: 200 }),
      draw: fc.nat({ max: 1_000 }),
      newcomer: member,
    }),
    { minLength: 1, maxLength: 6 },
  ),
  questions: fc.array(question, { minLength: 1, maxLength: 2 }),
});
const scenario = fc.record({
  viewer: fc.constantFrom("baby" as const, "daddy" as const, "admin" as const),
  people: fc.uniqueArray(member, { minLength: 20, maxLength: 80, selector: ({ id }) => id, size: "max" }),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
});

const viewers = {
  baby: await makeSignedIn(memory, { role: "baby" }),
  daddy: await makeSignedIn(memory, { role: "daddy" }),
  admin: await makeSignedIn(memory, { role: "admin" }),
};

/** The same member, in the same session, at another process. */
function openElsewhere(world: World, { browser }: (typeof viewers)["baby"]) {
  const otherBrowser = world.browser();
  for (const [name, value] of browser.jar) otherBrowser.jar.set(name, value);
  return { browser: otherBrowser };
}

test.each(Object.keys(CHANGE_ACTIONS))("a change of the kind %s is one that the database takes", async (kind) => {
  const someone = (): SeedMember => ({
    id: randomId(),
    role: "baby",
    tier: 2,
    shuffleKey: 1,
    age: 30,
    cityId: SAO_PAULO,
    isWildcardCity: false,
    isActive: true,
    presence: "recent",
  });
  const [someMember, newcomer] = [someone(), someone()];
  await makePopulation(owner, [someMember], dayInBrazil(at()));
  let doneCount = 0;
  for (const draw of [0, 1, 2, 3])
    await CHANGE_ACTIONS[kind]?.({ viewerId: viewers.daddy.id, id: someMember.id, draw, newcomer }).then(
      () => doneCount++,
      () => {},
    );
  expect(doneCount).toBeGreaterThan(0);
});

test("[K9.02][D3.02] memory and database answer alike, whatever changes: pages, cards, cursors and counts", async () => {
  await fc.assert(
    fc.asyncProperty(scenario, async ({ viewer: role, people, steps }) => {
      const viewer = viewers[role];
      const ids = Object.values(viewers).map(({ id }) => id);
      await removeOthers(sql`member_id <> all(${ids}::uuid[])`);
      await makePopulation(owner, people, dayInBrazil(at()), at());
      // `makePopulation` also stores activity that lies in the future, which no ping does.
      await owner
        .updateTable("presence")
        .set({ lastActiveAt: at(-MINUTE) })
        .where("lastActiveAt", ">", at())
        .execute();
      now += PRESENCE_COARSE_MS;
      const there = openElsewhere(database, viewer);
      for (const { changes, questions } of steps) {
        for (const { kind, index, draw, newcomer } of changes) {
          const id = people[index % people.length]?.id ?? "";
          await CHANGE_ACTIONS[kind]?.({ viewerId: viewer.id, id, draw, newcomer }).catch(() => {});
        }
        for (const question of questions) {
          expect(memory.context.discoveryIndex.isAnswering()).toBe(true);
          expect(await listPages(viewer, question)).toEqual(await listPages(there, question));
          // Time passes, so that the counts of the previous question are too old to be used again.
          now += COUNTS_KEPT_MS;
          const { seed, tab, ...query } = question;
          const counts = await viewer.browser.api.discovery.count({ query });
          expect(counts.body).toEqual((await there.browser.api.discovery.count({ query })).body);
        }
      }
    }),
    runs(100),
  );
});
