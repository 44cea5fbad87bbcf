import { setTimeout as sleep } from "node:timers/promises";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { COUNTS_KEPT_MS, DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { afterEach, describe, expect, test, vi } from "vitest";
import { changeProfile, deactivateProfile, reactivateProfile } from "../../base/members/profile-queries.ts";
import { hideProfile, startSuspension } from "../../base/members/standing-queries.ts";
import { rerollShuffleKeys } from "../../base/members/tier-queries.ts";
import { withClient } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import { countTabs, listCards, listIds } from "../../testing/discovery-pages.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { makePopulation, type SeedMember } from "../../testing/population.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { changePresenceHidden } from "../presence/queries.ts";

const firstWorld = await openWorld({ DISCOVERY_INDEX: "on" });
const otherWorld = await openWorld({ DISCOVERY_INDEX: "on" }, firstWorld);
const database = await openWorld({}, firstWorld);
const now = new Date();

const viewer = await makeSignedIn(firstWorld);
const there = { browser: await openBrowserOf(otherWorld, viewer.id) };
const askingViewer = { browser: await openBrowserOf(database, viewer.id) };
const makeDaddy = () => makeMember(firstWorld.owner, { role: "daddy", name: "Dan" });

/** Counts the viewer's members again, because the cached counts have become too old. */
async function countAnew(): Promise<number> {
  firstWorld.pass(COUNTS_KEPT_MS);
  return (await countTabs(viewer)).all;
}

const isAnswering = ({ context }: World) => context.discoveryIndex.isAnswering();
const waitForMemory = (world: World) => vi.waitFor(() => expect(isAnswering(world)).toBe(true), PATIENT);
afterEach(async () => {
  for (const world of [firstWorld, otherWorld]) await waitForMemory(world);
});

/** Waits until the next page includes all that other processes have committed (20 ms; see `ROUND_DUE_MS`). */
const waitUntilRoundIsDue = () => sleep(50);

/** The ways in which a member disappears from discovery. In each the process of the first world writes the change. */
const ENDS: Record<string, (id: string) => Promise<unknown>> = {
  "is blocked": (id) => viewer.browser.api.safety.block({ params: { id } }),
  "is suspended": (id) => startSuspension(firstWorld.db, id, { until: null, isBan: false }, now),
  leaves: (id) => deactivateProfile(firstWorld.db, id, now),
  "is hidden while a report is reviewed": (id) => hideProfile(firstWorld.db, id, now),
  "is removed": (id) => firstWorld.owner.deleteFrom("profile").where("memberId", "=", id).execute(),
};

describe("a member shown from memory", () => {
  test.each(Object.entries(ENDS))(
    "is gone at once where it is written, in the count too, when the member %s",
    async (_, end) => {
      const { id } = await makeDaddy();
      expect(await listIds(viewer)).toContain(id);
      expect(isAnswering(firstWorld)).toBe(true);
      const before = await countAnew();
      await end(id);
      expect(await listIds(viewer)).not.toContain(id);
      expect(await countAnew()).toBe(before - 1);
    },
  );

  test.each(Object.entries(ENDS))(
    "is gone within two seconds at another process when the member %s",
    async (_, end) => {
      const { id } = await makeDaddy();
      await waitUntilRoundIsDue();
      expect(await listIds(there)).toContain(id);
      await end(id);
      await waitUntilRoundIsDue();
      expect(await listIds(there)).not.toContain(id);
      expect(isAnswering(otherWorld)).toBe(true);
    },
  );

  test("is gone within two seconds when an operator writes by hand", async () => {
    const { id } = await makeDaddy();
    expect(await listIds(viewer)).toContain(id);
    await withClient({ connectionString: firstWorld.connectionString }, (client) =>
      client.query("update profile set suspended_at = now() where member_id = $1", [id]),
    );
    await waitUntilRoundIsDue();
    expect(await listIds(viewer)).not.toContain(id);
  });

  test("has no photo, another name and no presence any more as soon as that is written", async () => {
    const { id } = await makeDaddy();
    await makePhotos(firstWorld.owner, id, [0]);
    const find = async () => (await listCards(viewer)).find((card) => card.id === id);
    expect(await find()).toMatchObject({ name: "Dan", photo: { width: 1_440 } });
    await firstWorld.db.deleteFrom("photo").where("memberId", "=", id).execute();
    expect(await find()).toMatchObject({ photo: null });
    await changeProfile(firstWorld.db, id, { name: "Davi" }, now);
    expect(await find()).toMatchObject({ name: "Davi" });
    await firstWorld.owner
      .insertInto("presence")
      .values({ memberId: id, lastActiveAt: firstWorld.context.clock.now() })
      .execute();
    expect(await find()).toMatchObject({ presence: "online" });
    await changePresenceHidden(firstWorld.db, id, true, now);
    expect(await find()).toMatchObject({ presence: "offline" });
  });

  test("is a favourite from the answer to the heart on", async () => {
    const { id } = await makeDaddy();
    const find = async () => (await listCards(viewer)).find((card) => card.id === id)?.isFavorite;
    expect(await find()).toBe(false);
    expect((await viewer.browser.api.favorites.add({ params: { id } })).status).toBe(200);
    expect(await find()).toBe(true);
    expect((await viewer.browser.api.favorites.remove({ params: { id } })).status).toBe(200);
    expect(await find()).toBe(false);
  });

  test("stays away while a block exists, whatever else changes meanwhile", async () => {
    const { id } = await makeDaddy();
    await ENDS["is blocked"]?.(id);
    expect(await listIds(viewer)).not.toContain(id);
    await deactivateProfile(firstWorld.db, id, now);
    expect(await listIds(viewer)).not.toContain(id);
    await reactivateProfile(firstWorld.db, id, now);
    expect(await listIds(viewer)).not.toContain(id);
  });
});

describe("the members are read again", () => {
  const someone = (shuffleKey: number): SeedMember => ({
    id: randomId(),
    role: "daddy",
    tier: 0,
    shuffleKey,
    age: 30,
    cityId: 3_550_308,
    isWildcardCity: false,
    isActive: true,
  });

  test("when many changed at once, and the database answers until they have been", async () => {
    const many = Array.from({ length: 2_001 }, (_, key) => someone(key));
    await makePopulation(firstWorld.owner, many, dayInBrazil(now));
    const firstPage = async () => (await viewer.browser.api.discovery.list({ query: { seed: 0 } })).body;
    expect((await firstPage()).profiles.map(({ id }) => id)).toEqual(many.slice(0, DISCOVERY_PAGE).map(({ id }) => id));
    await waitForMemory(firstWorld);
    expect((await firstPage()).profiles.map(({ id }) => id)).toEqual(many.slice(0, DISCOVERY_PAGE).map(({ id }) => id));
    await sql`update profile set deactivated_at = now() where member_id = any(${many.map(({ id }) => id)}::uuid[])`.execute(
      firstWorld.owner,
    );
    const ids = new Set(many.map(({ id }) => id));
    expect((await firstPage()).profiles.filter(({ id }) => ids.has(id))).toEqual([]);
  });

  test("without the record that a copy of another server's database brought with it", async () => {
    await sql`
      insert into profile_change (tx, kind)
      values ((pg_current_xact_id()::text::bigint + 1000000)::text::xid8, 'all')`.execute(firstWorld.owner);
    const countForeign = async () => {
      const { rows } = await sql`
        select from profile_change where tx >= pg_snapshot_xmax(pg_current_snapshot())`.execute(firstWorld.owner);
      return rows.length;
    };
    await vi.waitFor(async () => expect(await countForeign()).toBe(0), PATIENT);
    for (const world of [firstWorld, otherWorld]) await waitForMemory(world);
  });

  test("in their new order once the keys have been drawn, and memory answers meanwhile", async () => {
    const some = Array.from({ length: 120 }, (_, key) => someone(key));
    await makePopulation(firstWorld.owner, some, dayInBrazil(now));
    await rerollShuffleKeys(firstWorld.db, "00000000-0000-0000-0000-000000000000", 10_000);
    expect(await viewer.browser.api.discovery.list({ query: { seed: 0 } })).toMatchObject({ status: 200 });
    expect(isAnswering(firstWorld)).toBe(true);
    await vi.waitFor(
      async () => {
        for (const member of [viewer, there]) expect(await listIds(member)).toEqual(await listIds(askingViewer));
      },
      // Each attempt reads several pages, of which a member may read a limited number, so the attempts are rare.
      { ...PATIENT, interval: 1_000 },
    );
  });
});

test("the database answers when the record of changes cannot be read, and memory again once it can", async () => {
  const { id } = await makeDaddy();
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(firstWorld.owner);
  await rename("profile_change", "put_aside");
  await vi.waitFor(() => expect(isAnswering(firstWorld)).toBe(false), PATIENT);
  expect(await listIds(viewer)).toContain(id);
  await rename("put_aside", "profile_change");
  await deactivateProfile(firstWorld.db, id, now);
  await waitForMemory(firstWorld);
  expect(await listIds(viewer)).not.toContain(id);
});

test("a process that has stopped answers from the database", async () => {
  const third = await openWorld({ DISCOVERY_INDEX: "on" }, firstWorld);
  await third.context.discoveryIndex.stop();
  expect(isAnswering(third)).toBe(false);
  const { id } = await makeDaddy();
  expect(await listIds({ browser: await openBrowserOf(third, viewer.id) })).toContain(id);
});
