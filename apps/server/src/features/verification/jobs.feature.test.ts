import { describe, expect, test, vi } from "vitest";
import { StoreOutage } from "../../platform/storage/storage.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { listDocuments, makeVerification } from "../../testing/verifications.ts";
import { openWorld } from "../../testing/world.ts";
import { destroyDocuments, sweepDocuments } from "./jobs.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const world = await openWorld();
// The clock moves only by `pass`.
let now = new Date("2026-11-23T12:00:00Z");
world.context.clock = { now: () => now };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

/** A request that was decided now. */
async function makeDecided(status: "approved" | "rejected") {
  const { id: memberId } = await makeMember(world.owner);
  const staff = await makeMember(world.owner, { role: "admin" });
  const { id, objectKeys } = await makeVerification(world, memberId, { createdAt: now });
  const days = status === "approved" ? 1 : 30;
  await world.owner
    .updateTable("verificationRequest")
    .set({
      status,
      reviewedAt: now,
      reviewedBy: staff.id,
      documentsEndAt: new Date(now.getTime() + days * DAY_MS),
      ...(status === "rejected" && { reason: "unreadable" as const }),
    })
    .where("id", "=", id)
    .execute();
  return { id, memberId, objectKeys };
}

async function leftOf({ id, objectKeys }: { id: string; objectKeys: string[] }) {
  const storedDocuments = await listDocuments(world);
  const rows = await world.owner
    .selectFrom("verificationDocument")
    .where("requestId", "=", id)
    .select("kind")
    .execute();
  const request = await world.owner
    .selectFrom("verificationRequest")
    .where("id", "=", id)
    .select(["status", "sealedKey", "reviewedAt"])
    .executeTakeFirst();
  return {
    files: objectKeys.filter((key) => storedDocuments.includes(key)).length,
    rows: rows.length,
    hasKey: request?.sealedKey != null,
    status: request?.status,
  };
}

describe("the documents of a request", () => {
  test.each([
    ["approved", 1],
    ["rejected", 30],
  ] as const)(
    "[T37][D5.12] that was %s are gone with their key after %i days, and the decision stays",
    async (status, days) => {
      const request = await makeDecided(status);
      pass(days * DAY_MS - 1);
      await destroyDocuments(world.context);
      expect(await leftOf(request)).toEqual({ files: 3, rows: 3, hasKey: true, status });
      pass(1);
      expect(await destroyDocuments(world.context)).toBe(1);
      expect(await leftOf(request)).toEqual({ files: 0, rows: 0, hasKey: false, status });
      expect(await destroyDocuments(world.context)).toBe(0);
      const entries = await world.owner
        .selectFrom("auditEntry")
        .where("subjectId", "=", request.memberId)
        .select(["action", "actorId", "details"])
        .execute();
      expect(entries).toEqual([
        { action: "verification.documents-destroyed", actorId: null, details: { request: request.id } },
      ]);
    },
  );

  test("[T37] are destroyed and recorded once by two simultaneous runs", async () => {
    const { id, memberId } = await makeDecided("approved");
    pass(DAY_MS);
    const destroy = () => destroyDocuments(world.context);
    expect(await race(world.owner, holdWrites("auditEntry"), [destroy, destroy], { canSkip: true })).toEqual([1, 0]);
    const entries = world.owner.selectFrom("auditEntry").where("subjectId", "=", memberId).select("details");
    expect(await entries.execute()).toEqual([{ details: { request: id } }]);
  });

  test("[T37] that is pending stay, however long it waits", async () => {
    const { id: memberId } = await makeMember(world.owner);
    const request = await makeVerification(world, memberId, { createdAt: now });
    pass(400 * DAY_MS);
    await destroyDocuments(world.context);
    await sweepDocuments(world.context);
    expect(await leftOf(request)).toEqual({ files: 3, rows: 3, hasKey: true, status: "pending" });
  });

  test("[T37] that are over cannot be opened by anybody, and look missing", async () => {
    const request = await makeDecided("approved");
    pass(DAY_MS);
    const staff = await makeSignedIn(world, { role: "admin" });
    await destroyDocuments(world.context);
    expect((await staff.browser.raw(`/api/admin/verifications/${request.id}/documents/front`)).status).toBe(404);
    const { body } = await staff.browser.api.verification.staffRequest({ params: { id: request.id } });
    expect(body).toMatchObject({ hasDocuments: false, status: "approved" });
  });

  test("[T37][T40] lose their key at once when storage does not remove them, and the sweep removes them later", async () => {
    const request = await makeDecided("approved");
    const { documentVault } = world.context;
    const refusing = vi.spyOn(documentVault, "remove").mockRejectedValue(new Error("storage refuses"));
    pass(DAY_MS);
    await destroyDocuments(world.context);
    expect(await leftOf(request)).toMatchObject({ files: 3, rows: 3, hasKey: false });
    expect(await sweepDocuments(world.context)).toBe(0);
    refusing.mockRestore();
    expect(await sweepDocuments(world.context)).toBe(3);
    expect(await leftOf(request)).toMatchObject({ files: 0, rows: 0 });
  });

  test("[T40] are tried no further once the store is away, and removed later", async () => {
    const request = await makeDecided("approved");
    const { documentVault } = world.context;
    const removing = vi.spyOn(documentVault, "remove").mockRejectedValue(new StoreOutage("silent"));
    pass(DAY_MS);
    await destroyDocuments(world.context);
    expect(removing).toHaveBeenCalledTimes(1);
    expect(await sweepDocuments(world.context)).toBe(0);
    expect(removing).toHaveBeenCalledTimes(2);
    removing.mockRestore();
    expect(await sweepDocuments(world.context)).toBe(3);
    expect(await leftOf(request)).toMatchObject({ files: 0, rows: 0 });
  });
});

describe("the sweep of documents", () => {
  test("[T40] removes those of a request that was never stored, after an hour", async () => {
    const { id: memberId } = await makeMember(world.owner);
    const request = await makeVerification(world, memberId, { createdAt: now });
    await world.owner.deleteFrom("verificationRequest").where("id", "=", request.id).execute();
    pass(HOUR_MS);
    expect(await sweepDocuments(world.context)).toBe(0);
    pass(1);
    expect(await sweepDocuments(world.context)).toBe(3);
    expect(await leftOf(request)).toMatchObject({ files: 0, rows: 0 });
  });

  slowTest(
    "[T40] removes those of a member who is erased, more than it takes in one batch, and leaves everybody else's",
    async () => {
      const keptVerification = await makeVerification(world, (await makeMember(world.owner)).id, { createdAt: now });
      const goneIds = [];
      for (let index = 0; index < 40; index += 1) {
        const { id } = await makeMember(world.owner);
        goneIds.push(await makeVerification(world, id, { createdAt: now }));
        await world.owner.deleteFrom("verificationRequest").where("memberId", "=", id).execute();
      }
      pass(HOUR_MS + 1);
      expect(await sweepDocuments(world.context)).toBe(120);
      for (const request of goneIds) expect(await leftOf(request)).toMatchObject({ files: 0, rows: 0 });
      expect(await leftOf(keptVerification)).toMatchObject({ files: 3, rows: 3 });
    },
  );
});
