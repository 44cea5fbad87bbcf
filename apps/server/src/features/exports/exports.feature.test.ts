import { FRESH_FACTOR_MINUTES } from "@caramelo/contract/limits";
import { expect, test, vi } from "vitest";
import type { Context } from "../../platform/context.ts";
import { openStores } from "../../platform/storage/stores.ts";
import { inventory } from "../../start/inventory.ts";
import { downloadExport, exportOf, makeReadyExport } from "../../testing/exports.ts";
import { runJobs } from "../../testing/jobs.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember } from "../../testing/people.ts";
import { holdWrites, race } from "../../testing/race.ts";
import { expectCatalogueEntry } from "../../testing/refusals.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sweepExports } from "./jobs.ts";
import { makeExport } from "./make-export.ts";

const HOUR = 3_600_000;
const world = await openWorld();

const filesOf = async ({ context }: World) => {
  const names: string[] = [];
  for await (const { key } of context.exportVault.list()) names.push(key);
  return names;
};
const rowOf = ({ owner }: World, memberId: string) =>
  owner.selectFrom("personalExport").where("memberId", "=", memberId).selectAll().executeTakeFirst();
const mailsTo = async ({ owner }: World, memberId: string) =>
  owner
    .selectFrom("mail")
    .innerJoin("member", "member.email", "mail.recipient")
    .where("member.id", "=", memberId)
    .where("mail.kind", "=", "export-ready")
    .select(["mail.subject", "mail.bodyText"])
    .execute();
/** Runs the job as the queue does, with the connection of the owner for the access log. */
const make = (id: string, attempt = 1, context = world.context) =>
  makeExport(
    { ...context, withOwner: async (work) => work(await Promise.reject(new Error("nobody has accesses"))) },
    inventory.tables,
    { id, attempt },
  );
/** Asks for an export and takes its job out of the queue, so that the test runs it. */
async function ask({ id, browser }: Awaited<ReturnType<typeof makeSignedIn>>): Promise<string> {
  expect(await browser.api.exports.request()).toMatchObject({ status: 200 });
  const row = await rowOf(world, id);
  return row?.id ?? "";
}

test("[D5.16] a member who has just proved who they are asks for an export, watches it, gets one mail and downloads it", async () => {
  const ana = await makeSignedIn(world);
  expect((await ana.browser.api.exports.find()).body).toEqual({ export: null, nextAt: null });
  const reply = await ana.browser.api.exports.request();
  expect(reply.body.export).toMatchObject({ state: "waiting", percent: 0, bytes: null });
  await runJobs(world);
  const answer = (await ana.browser.api.exports.find()).body;
  expect(answer.export).toMatchObject({ state: "ready", percent: 100 });
  expect(Date.parse(answer.export?.expiresAt ?? "") - Date.parse(answer.export?.requestedAt ?? "")).toBe(48 * HOUR);
  expect(Date.parse(answer.nextAt ?? "") - Date.parse(answer.export?.requestedAt ?? "")).toBe(24 * HOUR);

  const download = await ana.browser.raw(`/api/account/exports/${answer.export?.id}`);
  expect(download.headers.get("content-type")).toBe("application/zip");
  expect(download.headers.get("content-disposition")).toMatch(
    /^attachment; filename="meus-dados-\d{4}-\d\d-\d\d\.zip"$/,
  );
  expect(download.headers.get("cache-control")).toContain("no-store");
  expect((await download.arrayBuffer()).byteLength).toBe(answer.export?.bytes);
  expect((await downloadExport(ana.browser)).has("index.html")).toBe(true);

  const [mail, ...others] = await mailsTo(world, ana.id);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("O que você pediu está pronto");
  expect(mail?.subject).not.toMatch(/dados|caramelo|conversa/i);
});

test("[D5.16] asking and downloading need a proof of the last minutes, and another member's export looks missing", async () => {
  const own = await openWorld();
  const [ana, eve] = [await makeSignedIn(own), await makeSignedIn(own)];
  await exportOf(own, ana.browser);
  const { id = "" } = (await ana.browser.api.exports.find()).body.export ?? {};
  expect(await eve.browser.api.exports.download({ params: { id } })).toMatchObject({
    status: 404,
    failure: { code: "NOT_FOUND" },
  });
  own.pass((FRESH_FACTOR_MINUTES + 1) * 60_000);
  for (const attempt of [ana.browser.api.exports.request(), ana.browser.api.exports.download({ params: { id } })])
    expect((await attempt).failure.code).toBe("FRESH_FACTOR_REQUIRED");
  expect((await own.browser().api.exports.download({ params: { id } })).status).toBe(404);
});

test("[D5.16] of two requests at once one is taken, a waiting one cannot be doubled, and there is one a day", async () => {
  const { browser, id } = await makeSignedIn(world);
  const request = () => browser.api.exports.request();
  const replies = await race(world.owner, holdWrites("personalExport"), [request, request, request]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await browser.api.exports.request()).failure.code).toBe("EXPORT_WAITING");
  await runJobs(world);
  expect((await browser.api.exports.request()).failure.code).toBe("EXPORT_TOO_SOON");
  expect(await mailsTo(world, id)).toHaveLength(1);
});

test("[D5.16][T58] a member who has downloaded the day's kilobytes of exports downloads no more until it is over", async () => {
  const scarce = await openWorld({ LIMIT_EXPORT_BYTES: "2/86400" });
  const { id, browser } = await makeSignedIn(scarce);
  const ready = await makeReadyExport(scarce, { memberId: id });
  const load = () => browser.raw(`/api/account/exports/${ready.id}`);
  for (let time = 0; time < 2; time += 1) expect((await load()).status).toBe(200);
  const refusal = await load();
  await expectCatalogueEntry(refusal, "RATE_LIMIT_EXCEEDED");
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(80_000);
});

test("[D5.16] an export is encrypted on disk, and neither its row alone nor its file alone opens it", async () => {
  const { browser, id } = await makeSignedIn(world, { name: "Nome Que Ninguém Lê" });
  await exportOf(world, browser);
  const row = await rowOf(world, id);
  const { exports } = await openStores(world);
  const storedBytes = Buffer.from((await exports.get(row?.fileName ?? ""))?.bytes ?? []);
  expect(storedBytes.length).toBeGreaterThan(1_000);
  expect(storedBytes.includes("index.html")).toBe(false);
  expect(storedBytes.includes("Nome Que")).toBe(false);
  const place = { id: crypto.randomUUID(), sealedKey: row?.sealedKey ?? Buffer.of(), fileName: row?.fileName ?? "" };
  await expect(world.context.exportVault.read(place)).rejects.toThrow();
});

test("[D5.16] an export killed while it is made begins again, ends once with one mail, and leaves one file", async () => {
  const ana = await makeSignedIn(world);
  const id = await ask(ana);
  // The first attempt stops for ever in the middle of its work, as that of a killed process does, and leaves half a
  // file.
  const { promise: killedPromise } = Promise.withResolvers<never>();
  const write = vi.spyOn(world.context.exportVault, "write").mockImplementationOnce(async (place) => {
    await makeHalf(place.fileName);
    return killedPromise;
  });
  void make(id);
  await vi.waitFor(async () => expect(await filesOf(world)).toContain((await rowOf(world, ana.id))?.fileName), PATIENT);
  const half = (await rowOf(world, ana.id))?.fileName;
  write.mockRestore();
  await runJobs(world);
  await make(id, 2);
  const row = await rowOf(world, ana.id);
  expect(row?.state).toBe("ready");
  expect(row?.fileName).not.toBe(half);
  expect(await filesOf(world)).not.toContain(half);
  expect(await mailsTo(world, ana.id)).toHaveLength(1);
});

const makeHalf = async (fileName: string) => {
  const place = { id: "x", sealedKey: world.context.exportVault.makeKey("x"), fileName };
  await world.context.exportVault.write(
    place,
    (async function* () {
      yield Buffer.from("half");
    })(),
  );
};

test("[D5.16] of two attempts at once only the later one counts, and the other removes its file", async () => {
  const ana = await makeSignedIn(world);
  const id = await ask(ana);
  const write = world.context.exportVault.write;
  const { promise, resolve } = Promise.withResolvers<void>();
  const spy = vi.spyOn(world.context.exportVault, "write").mockImplementationOnce(async (place, source) => {
    const bytes = await write(place, source);
    await promise;
    return bytes;
  });
  const first = runJobs(world);
  await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1), PATIENT);
  await makeExportByQueue(id);
  const later = await rowOf(world, ana.id);
  resolve();
  await first;
  expect(await rowOf(world, ana.id)).toEqual(later);
  expect(await mailsTo(world, ana.id)).toHaveLength(1);
  spy.mockRestore();
});

const makeExportByQueue = (id: string) =>
  makeExport(
    { ...world.context, withOwner: async (work) => work({ query: async () => ({ rows: [] }) } as never) },
    inventory.tables,
    { id, attempt: 2 },
  );

test("[D5.16] facts of a member at the time of the request are in the export, although the call has not remembered the write yet", async () => {
  const ana = await makeSignedIn(world);
  const id = await ask(ana);
  const notedCalls: string[] = [];
  const replicas = { noteWrite: async (memberId: string) => void notedCalls.push(memberId) };
  const exportVault = {
    ...world.context.exportVault,
    write: async () => {
      expect(notedCalls).toEqual([ana.id]);
      return 1;
    },
  };
  // A cast, because nothing else of the replicas is used.
  await make(id, 1, { ...world.context, exportVault, replicas: replicas as unknown as Context["replicas"] } as Context);
  expect((await rowOf(world, ana.id))?.state).toBe("ready");
});

test("[D5.16] an export that fails again and again can be requested again on the same day", async () => {
  const ana = await makeSignedIn(world);
  const id = await ask(ana);
  vi.spyOn(world.context.exportVault, "write").mockRejectedValue(new Error("the disk is full"));
  await expect(make(id, 4)).rejects.toThrow("the disk is full");
  expect((await rowOf(world, ana.id))?.state).toBe("waiting");
  await make(id, 5);
  vi.restoreAllMocks();
  const { export: failedExport, nextAt } = (await ana.browser.api.exports.find()).body;
  expect([failedExport?.state, nextAt]).toEqual(["failed", null]);
  expect(await exportOf(world, ana.browser)).toBeInstanceOf(Map);
  // A process that ended with each attempt is given up, too.
  const bia = await makeSignedIn(world);
  await make(await ask(bia), 6);
  expect((await rowOf(world, bia.id))?.state).toBe("failed");
});

test("[D5.16] an export that is ready stays so when its job comes once more, however late", async () => {
  const ana = await makeSignedIn(world);
  const id = await ask(ana);
  await runJobs(world);
  const ready = await rowOf(world, ana.id);
  expect(ready?.state).toBe("ready");
  for (const attempt of [2, 5, 6]) await make(id, attempt);
  expect(await rowOf(world, ana.id)).toEqual(ready);
  expect(await mailsTo(world, ana.id)).toHaveLength(1);
});

test("[D5.16] the sweep leaves an export whose file was made after the files were listed", async () => {
  const { id } = await makeMember(world.owner);
  await makeReadyExport(world, { memberId: id });
  const exportVault = { ...world.context.exportVault, list: async function* () {} };
  await sweepExports({ ...world.context, exportVault });
  expect(await rowOf(world, id)).toMatchObject({ state: "ready" });
});

test.each([
  ["deactivated", { deactivatedAt: new Date() }],
  ["suspended", { suspendedAt: new Date() }],
  ["banned", { suspendedAt: new Date(), bannedAt: new Date() }],
])("[D5.16] the export goes when its account is %s", async (_, changes) => {
  const { id } = await makeMember(world.owner);
  await makeReadyExport(world, { memberId: id });
  await world.db.updateTable("profile").set(changes).where("memberId", "=", id).execute();
  expect(await rowOf(world, id)).toBeUndefined();
});

test("[D5.16] exports end after 48 hours, with their files, files that no row names and rows whose file a restore did not bring", async () => {
  const own = await openWorld();
  const [ana, bia, eva] = [await makeSignedIn(own), await makeSignedIn(own), await makeSignedIn(own)];
  await exportOf(own, ana.browser);
  await makeReadyExport(own, { memberId: eva.id });
  const lostExport = await makeReadyExport(own, { memberId: bia.id });
  await own.context.exportVault.remove(lostExport.fileName);
  await sweepExports(own.context);
  expect([await rowOf(own, bia.id), await filesOf(own)]).toMatchObject([undefined, { length: 2 }]);
  // A new file without a row may be one whose row is about to name it.
  await own.owner.deleteFrom("personalExport").where("memberId", "=", eva.id).execute();
  expect(await sweepExports(own.context)).toBe(0);
  own.pass(HOUR + 1_000);
  expect(await sweepExports(own.context)).toBe(1);
  own.pass(47 * HOUR - 61_000);
  await sweepExports(own.context);
  expect(await rowOf(own, ana.id)).toBeDefined();
  own.pass(120_000);
  await sweepExports(own.context);
  expect([await rowOf(own, ana.id), await filesOf(own)]).toEqual([undefined, []]);
});

test("[D5.16] a file that cannot be removed does not block the others, and the job fails so that staff see it", async () => {
  const own = await openWorld();
  for (let i = 0; i < 3; i += 1) await makeReadyExport(own, { memberId: (await makeMember(own.owner)).id });
  await own.owner.deleteFrom("personalExport").execute();
  own.pass(HOUR + 1_000);
  const { exportVault } = own.context;
  let stuckFile: string | undefined;
  const remove = (name: string) => {
    stuckFile ??= name;
    return name === stuckFile ? Promise.reject(new Error("the disk does not answer")) : exportVault.remove(name);
  };
  const sweep = sweepExports({ ...own.context, exportVault: { ...exportVault, remove } });
  await expect(sweep).rejects.toMatchObject({ errors: [{ message: "the disk does not answer" }] });
  expect(await filesOf(own)).toHaveLength(1);
});
