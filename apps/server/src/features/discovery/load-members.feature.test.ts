import { SEED_MAX } from "@caramelo/contract/limits";
import { openMemberIndex } from "@caramelo/member-index";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { listCities } from "../../platform/cities/cities.ts";
import { grant } from "../../testing/entitlements.ts";
import { makeMember } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { openSocketRelay } from "../../testing/socket-relay.ts";
import { openWorld } from "../../testing/world.ts";
import { addPings, changePresenceHidden } from "../presence/queries.ts";
import { COUNT_MEMBERS, readAllMembers, readMembers } from "./index-queries.ts";
import { loadMembers } from "./load-members.ts";
import { recordOf } from "./record-rules.ts";

test("all members are read as changed ones are: each of them, with every stored fact", async () => {
  const world = await openWorld();
  const { owner, db } = world;
  const hour = new Date(Date.now() + 3_600_000);
  const [ana, dan, moe] = [
    await makeMember(owner, { name: "Ana “Ção” 😀", isVerified: true, tier: 1 }),
    await makeMember(owner, { role: "daddy", isWildcardCity: true, shuffleKey: 0 }),
    await makeMember(owner, { role: "mommy", shuffleKey: SEED_MAX }),
  ];
  const ids = [ana.id, dan.id, moe.id];
  await makePhotos(owner, ana.id, [0, 1]);
  await grant(owner, dan, { premiumUntil: hour, highlightedUntil: hour });
  await sql`update profile set created_at = '2026-01-01 00:00:00.000001+00' where member_id = ${ana.id}`.execute(owner);
  await addPings(owner, [{ memberId: dan.id, at: new Date() }], new Date());
  await changePresenceHidden(owner, moe.id, true, new Date());
  const mark = new Date(Date.now() + 60_000);
  const texts = { countMembers: COUNT_MEMBERS, readMembers: readAllMembers(db, mark) };
  const order = { connection: { connectionString: world.connectionString }, ...texts, shape: SHAPE };
  const index = openMemberIndex((await loadMembers(order, new AbortController().signal)).memory);
  const records = (await readMembers(db, ids, mark)).map(recordOf);
  expect(records.map(({ id }) => id).sort()).toEqual(ids.toSorted());
  expect(records.map(({ id }) => index.recordOf(id))).toEqual(records);
  expect(index.size()).toBe(records.length);
  // Sign-ups are compared with "later than", so their moments are rounded up.
  expect(index.recordOf(ana.id)).toMatchObject({ marks: 1, joinedAt: Date.UTC(2026, 0) + 1 });
});

const SHAPE = { groups: 3, tiers: 4, marks: 1, cityIds: listCities().map(({ id }) => id), recentJoinsSince: 0 };
const shape = { groups: 1, tiers: 1, marks: 0, cityIds: [], recentJoinsSince: 0 };

test("no member is read from a server that lacks the requested changes", async () => {
  const { connectionString } = await openWorld();
  const order = { connection: { connectionString }, countMembers: COUNT_MEMBERS, readMembers: "select", shape };
  const check = { text: "select where 2 = $1::int", values: [1] };
  await expect(loadMembers({ ...order, check }, new AbortController().signal)).rejects.toThrow("does not have all");
});

/** A database that takes connections and says nothing; `whenReached` resolves with the first. */
async function openSilence() {
  const { promise: whenReached, resolve } = Promise.withResolvers<void>();
  const silent = await openSocketRelay(() => {
    resolve();
    return new Promise(() => {});
  });
  onTestFinished(silent.close);
  const connection = { connectionString: `postgresql://someone@127.0.0.1:${silent.port}/none` };
  return { order: { connection, countMembers: "", readMembers: "", shape }, whenReached };
}

test("the reading of all members is given up when its time is over", async () => {
  const { order } = await openSilence();
  await expect(loadMembers(order, new AbortController().signal, 100)).rejects.toThrow("abort");
});

test("the reading of all members ends at once when it is aborted while the database is silent", async () => {
  const { order, whenReached } = await openSilence();
  const stopping = new AbortController();
  const reading = loadMembers(order, stopping.signal);
  await whenReached;
  stopping.abort();
  await expect(reading).rejects.toThrow("abort");
});
