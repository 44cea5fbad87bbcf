import { expect, test } from "vitest";
import { addErasure } from "../../base/members/erasure-queries.ts";
import { beginRegret, hideWithoutConsent } from "../../base/members/profile-queries.ts";
import type { ErasureEntry } from "../../platform/storage/erasure-list.ts";
import { keptData } from "../../start/inventory.ts";
import { DAY_MS } from "../../testing/erasures.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";
import { repeatErasures } from "./repeat-erasures.ts";

const world = await openWorld();
const { owner } = world;

const now = new Date();
const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS);
/** The moment of the backup from which the database came. */
const since = inDays(-40);

const entry = (memberId: string, what: ErasureEntry["what"], at: Date, endsAt = inDays(-3)): ErasureEntry => ({
  memberId,
  what,
  at: at.toISOString(),
  endsAt: endsAt.toISOString(),
});

const repeat = (...entries: ErasureEntry[]) =>
  repeatErasures({ connectionString: world.connectionString }, { entries, since }, keptData);

const erasureOf = (memberId: string) =>
  owner.selectFrom("erasure").where("memberId", "=", memberId).selectAll().executeTakeFirst();

const profileOf = (memberId: string) =>
  owner
    .selectFrom("profile")
    .where("memberId", "=", memberId)
    .select(["erasesAt", "deactivatedAt", "isActive"])
    .executeTakeFirst();

/** A member whose request the restored database has. */
async function makeWaiting(endsAt: Date): Promise<string> {
  const { id } = await makeMember(owner);
  await addErasure(owner, { memberId: id, requestedAt: inDays(-50), endsAt });
  await beginRegret(owner, id, endsAt, inDays(-50));
  await owner.updateTable("erasure").set({ remindedAt: now }).where("memberId", "=", id).execute();
  return id;
}

test("[D5.17] a request on the list from before the backup is ignored: the member may have taken it back since", async () => {
  const { id } = await makeMember(owner);
  expect(await repeat(entry(id, "requested", inDays(-60)))).toBe(0);
  expect(await erasureOf(id)).toBeUndefined();
  expect(await profileOf(id)).toEqual({ erasesAt: null, deactivatedAt: null, isActive: true });
});

test("[D5.17] a cancellation on the list from before the backup is ignored: the member may have requested the erasure again since", async () => {
  const id = await makeWaiting(inDays(20));
  await repeat(entry(id, "taken back", inDays(-60)));
  expect(await erasureOf(id)).toMatchObject({ endsAt: inDays(20) });
});

test("[D5.17] an erasure that has begun counts whatever its time", async () => {
  const { id } = await makeMember(owner);
  expect(await repeat(entry(id, "begun", inDays(-60), inDays(-61)))).toBe(1);
  expect(await profileOf(id)).toBeUndefined();
});

test("[D5.17] no waiting member is erased within a week of the restore, and each is reminded", async () => {
  const { id: repeated } = await makeMember(owner);
  const waitingId = await makeWaiting(inDays(-20));
  const { id: later } = await makeMember(owner);
  await repeat(
    entry(repeated, "requested", inDays(-33), inDays(-3)),
    entry(later, "requested", inDays(-2), inDays(28)),
  );
  for (const id of [repeated, waitingId]) {
    const erasure = await erasureOf(id);
    expect(erasure?.endsAt.getTime()).toBeGreaterThanOrEqual(inDays(7).getTime());
    expect(erasure).toMatchObject({ begunAt: null, remindedAt: null });
    expect(await profileOf(id)).toMatchObject({ erasesAt: erasure?.endsAt, isActive: false });
  }
  expect(await erasureOf(later)).toMatchObject({ endsAt: inDays(28) });
  expect(await profileOf(later)).toMatchObject({ erasesAt: inDays(28), isActive: false });
});

test("[D5.17][D5.18] a member who took it back stays hidden while the consent is missing", async () => {
  const [id, withdrawn] = [await makeWaiting(inDays(-20)), await makeWaiting(inDays(-20))];
  await hideWithoutConsent(owner, withdrawn, now);
  await repeat(entry(id, "taken back", inDays(-35)), entry(withdrawn, "taken back", inDays(-35)));
  expect(await profileOf(id)).toEqual({ erasesAt: null, deactivatedAt: null, isActive: true });
  expect(await profileOf(withdrawn)).toEqual({ erasesAt: null, deactivatedAt: inDays(-50), isActive: false });
  expect(await erasureOf(withdrawn)).toBeUndefined();
});
