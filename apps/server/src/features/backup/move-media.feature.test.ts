import { randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { lockObject } from "../../platform/database/advisory-lock.ts";
import { claimDatabase, readProcessMark } from "../../platform/nodes/claim-database.ts";
import { latestOf } from "../../platform/storage/erasure-list.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { openMoves } from "../../platform/storage/stores.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { makeReadyExport } from "../../testing/exports.ts";
import { makeFolder } from "../../testing/folders.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { sweepUp } from "../../testing/leftovers.ts";
import { waitForLocks } from "../../testing/lock-waits.ts";
import { environmentOf, startS3 } from "../../testing/s3-server.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { listDocuments, makeVerification } from "../../testing/verifications.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { sweepPhotoObjects } from "../photos/jobs.ts";
import { sweepDocuments } from "../verification/jobs.ts";
import { moveMedia } from "./move-media.ts";

const s3 = await startS3();
afterAll(s3.remove);
const settings = { ...s3.settings, prefix: "site/" };
// The same site before its move, while it moves to the bucket, and while it moves back.
const before = await openWorld();
const moving = await openWorld({ ...environmentOf(settings), S3_CACHE_MB: "0" }, before);
const back = await openWorld({ ...environmentOf(settings), S3_RETIRED: "on" }, before);
const never = new AbortController().signal;
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

async function move({ isRetired = false, signal = never } = {}) {
  const printedLines: string[] = [];
  const { dataDir, connectionString: databaseUrl } = before;
  await moveMedia(
    { dataDir, databaseUrl, s3: { ...settings, isRetired } },
    { say: (line) => void printedLines.push(line), signal },
  );
  return printedLines;
}

async function addOwner(world: World) {
  const owner = await makeSignedIn(world);
  await owner.browser.api.photos.add({ body: {}, photos: [small, small, small] });
  const photos = await world.db
    .selectFrom("photo")
    .where("memberId", "=", owner.id)
    .select(["id", "fileName"])
    .execute();
  return { ...owner, photos };
}

/** The statuses of all photos of a member, as that member loads them. */
async function readAll(world: World, { id, photos }: Awaited<ReturnType<typeof addOwner>>) {
  const browser = await openBrowserOf(world, id);
  const { photoLinks, clock } = world.context;
  const replies = photos.map(({ fileName }) => browser.raw(photoLinks.linkTo(fileName, "small", clock.now())));
  return (await Promise.all(replies)).map(({ status }) => status);
}

const countFiles = async (folder: string) =>
  (await readdir(join(before.dataDir, folder), { recursive: true, withFileTypes: true })).filter((each) =>
    each.isFile(),
  ).length;

slowTest(
  "[TB.16] a site moves to a bucket and back while members go on: photos, documents, exports and erasures",
  async () => {
    const owner = await addOwner(before);
    const leavingMember = await addOwner(before);
    await makeVerification(before, owner.id);
    const documents = await listDocuments(before);
    const readyExport = await makeReadyExport(before, { memberId: owner.id });
    const entry = (what: "requested" | "taken back", at: string) => ({ memberId: randomUUID(), what, at, endsAt: at });
    await before.context.erasureList.add(entry("requested", "2026-11-01T00:00:00.000Z"));

    // Before the command has run the restarted product reads everything, and stores in the bucket what is new.
    expect(await readAll(moving, owner)).toEqual([200, 200, 200]);
    const newcomer = await addOwner(moving);
    expect(await countFiles("storage")).toBe(18);
    await moving.context.erasureList.add(entry("taken back", "2026-11-02T00:00:00.000Z"));

    // A member removes a photo, and another one loads some, while files are moved.
    const removedPhoto = leavingMember.photos[0];
    const leavingBrowser = await openBrowserOf(moving, leavingMember.id);
    const moveResults = await Promise.all([
      move(),
      leavingBrowser.api.photos.remove({ params: { id: removedPhoto?.id ?? "" } }),
      readAll(moving, owner),
    ]);
    expect(moveResults[1].status).toBe(200);
    expect(moveResults[2]).toEqual([200, 200, 200]);
    expect(moveResults[0].join("\n")).toContain(`documents: ${documents.length} files moved.\nexports: 1 file moved.`);
    for (const folder of ["storage", "documents", "exports"]) expect(await countFiles(folder), folder).toBe(0);
    for (const each of [owner, newcomer]) expect(await readAll(moving, each)).toEqual([200, 200, 200]);
    expect(await listDocuments(moving)).toEqual(documents);
    const reply = await (await openBrowserOf(moving, owner.id)).raw(`/api/account/exports/${readyExport.id}`);
    expect([reply.status, await reply.text()]).toEqual([200, "P"]);
    expect(
      (await sweepUp(moving)).files.filter((key) => key.includes(removedPhoto?.fileName.slice(0, -5) ?? "")),
    ).toEqual([]);
    expect((await move()).join("\n")).toContain("photos: 0 files moved.");

    expect(await readAll(back, newcomer)).toEqual([200, 200, 200]);
    expect((await move({ isRetired: true })).join("\n")).toContain(`documents: ${documents.length} files moved.`);
    for (const each of [owner, newcomer]) expect(await readAll(before, each)).toEqual([200, 200, 200]);
    expect(latestOf(await before.context.erasureList.readLines())).toHaveLength(2);
    expect(await before.context.erasureList.readLines()).toHaveLength(2);
  },
);

test("a move without a bucket is refused, and one that is stopped or meets an outage is continued by the next", async () => {
  const { dataDir, connectionString: databaseUrl } = before;
  await expect(moveMedia({ dataDir, databaseUrl }, { say: () => {}, signal: never })).rejects.toThrow(
    "without S3_BUCKET",
  );
  const otherFolder = { dataDir: await makeFolder(), masterKey: Buffer.alloc(32, 1), databaseUrl, s3: settings };
  await expect(moveMedia(otherFolder, { say: () => {}, signal: never })).rejects.toThrow("is DATA_DIR the right one?");
  const owner = await addOwner(before);
  await expect(move({ signal: AbortSignal.abort(new Error("Stopped.")) })).rejects.toThrow("Stopped.");
  await s3.stop();
  await expect(move()).rejects.toThrow("The object store does not answer");
  await s3.restart();
  expect(await readAll(before, owner)).toEqual([200, 200, 200]);
  expect((await move()).join("\n")).toMatch(/photos: \d+ files? moved\./);
  expect(await readAll(moving, owner)).toEqual([200, 200, 200]);
});

slowTest(
  "[T53] a move is refused while a process with other settings runs, whose removals would miss the moved files",
  async () => {
    const owner = await addOwner(before);
    const connection = { connectionString: before.connectionString };
    const claim = async (isRetired: boolean | undefined) => {
      const where = isRetired === undefined ? {} : { s3: { ...settings, isRetired } };
      const mark = await readProcessMark({ dataDir: before.dataDir, ...where });
      return claimDatabase(connection, { isShared: false, mark, log: before.context.log, patienceMs: 0 });
    };
    for (const other of [undefined, true]) {
      const process = await claim(other);
      await expect(move()).rejects.toThrow("The product runs with other S3_ settings");
      await process.release();
    }
    expect(await readAll(before, owner)).toEqual([200, 200, 200]);
    const process = await claim(false);
    expect((await move()).join("\n")).toContain("photos: 9 files moved.");
    await process.release();
  },
);

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(before.connectionString);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

test("[T53] a photo or a document that is moved now is removed by a later sweep, from both places, also where the mover is killed", async () => {
  const { id, browser, photos } = await addOwner(before);
  const { id: requestId, objectKeys: documentKeys } = await makeVerification(before, id);
  const stores = await openMoves({ dataDir: before.dataDir, s3: settings });
  if (!stores) throw new Error("there is nothing to move");
  const photoKeys = PHOTO_SIZE_NAMES.map((size) => photoKey(photos[0]?.fileName ?? "", size));
  const { photos: photoMove, documents: documentMove } = stores.objects;
  const listHeld = async () => {
    const heldReads: string[] = [];
    for (const [{ front, back }, keys] of [
      [photoMove, photoKeys],
      [documentMove, documentKeys],
    ] as const)
      for (const storage of [front, back]) for (const key of keys) if (await storage.has(key)) heldReads.push(key);
    return heldReads.toSorted();
  };
  const keys = [...photoKeys, ...documentKeys].toSorted();

  const mover = await connect();
  for (const key of keys) await lockObject(mover, key);
  await browser.api.photos.remove({ params: { id: photos[0]?.id ?? "" } });
  await before.owner.deleteFrom("verificationRequest").where("id", "=", requestId).execute();
  const later = { ...moving.context, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } };
  await sweepPhotoObjects(later);
  await sweepDocuments(later);
  expect(await listHeld()).toEqual(keys);

  // The copies of a mover, which is killed before it looks whether the originals are still there.
  for (const key of photoKeys) await photoMove.front.put(key, Buffer.from("copy"));
  for (const key of documentKeys) await documentMove.front.put(key, Buffer.from("copy"));
  await mover.end();
  await sweepPhotoObjects(later);
  await sweepDocuments(later);
  expect(await listHeld()).toEqual([]);
});

slowTest("a move stops when its connection to the database is lost, and the next one goes on", async () => {
  const owner = await addOwner(before);
  const other = await connect();
  await lockObject(other, photoKey(owner.photos[0]?.fileName ?? "", "small"));
  const stoppedMove = move();
  const attempt = expect(stoppedMove).rejects.toThrow("The connection to the database was lost");
  // The command waits for that photo, so it is in the middle of its work.
  await waitForLocks(before.owner, 1);
  await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
    and classid = (hashtext('turn')::bigint & 4294967295)::oid`.execute(before.owner);
  await attempt;
  await other.end();
  expect(await readAll(moving, owner)).toEqual([200, 200, 200]);
  expect((await move()).join("\n")).toMatch(/photos: \d+ files? moved\./);
  expect(await readAll(moving, owner)).toEqual([200, 200, 200]);
});
