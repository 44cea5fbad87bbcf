import { randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { connectionUrl, withDatabase } from "../../platform/database/connection-url.ts";
import { openDatabase, withClient } from "../../platform/database/database.ts";
import { openLocalStorage } from "../../platform/storage/storage.ts";
import { keptForErasure } from "../../start/kept-for-erasure.ts";
import { fillErasedMember, findTraces, NAME, runErasures } from "../../testing/erasures.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { recordErasure } from "../erasure/jobs.ts";
import { repeatErasures } from "../erasure/repeat-erasures.ts";
import { sweepPhotoObjects } from "../photos/jobs.ts";
import { makeBackup } from "./commands.ts";
import { restore } from "./restore-commands.ts";

// Two databases are made, and a backup is written and restored.
vi.setConfig({ testTimeout: 240_000 });

const world = await openWorld();
const { owner, context } = world;

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "caramelo erased "));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeDatabase() {
  const name = `caramelo_erased_${randomUUID().replaceAll("-", "")}`;
  const server = { connectionString: world.connectionString };
  const onServer = (statement: string) =>
    withClient(withDatabase(server, "postgres"), (client) => client.query(statement));
  await onServer(`create database ${name}`);
  onTestFinished(() => onServer(`drop database ${name} with (force)`).then(() => {}));
  return withDatabase(server, name);
}

const signal = new AbortController().signal;

test("[D5.17][T53] who was erased stays erased when an older backup is restored, and requests are as they were last", async () => {
  const davi = await fillErasedMember(world);
  const [waiting, back] = [await makeSignedIn(world), await makeSignedIn(world)];
  await back.browser.api.erasure.request();
  await recordErasure(context, back.id);
  const folder = await makeFolder();
  const settings = { dataDir: world.dataDir, databaseUrl: world.connectionString, backupKey: undefined };
  await makeBackup(settings, ["--to", folder], { say: () => {}, signal });
  const [file = ""] = await readdir(folder);

  // After the backup one is erased, one asks for it, and one takes it back.
  const browser = await openBrowserOf(world, davi.id);
  expect((await browser.api.erasure.request()).status).toBe(200);
  await owner
    .updateTable("erasure")
    .set({ endsAt: new Date(0) })
    .where("memberId", "=", davi.id)
    .execute();
  await owner
    .updateTable("profile")
    .set({ erasesAt: new Date(0) })
    .where("memberId", "=", davi.id)
    .execute();
  expect(await runErasures(world)).toBe(1);
  await waiting.browser.api.erasure.request();
  await recordErasure(context, waiting.id);
  await back.browser.api.erasure.takeBack();
  await recordErasure(context, back.id);

  const keys = await makeFolder();
  for (const name of ["master-key", "erasures"]) await cp(join(world.dataDir, name), join(keys, name));
  const into = join(await makeFolder(), "data");
  await mkdir(into, { mode: 0o700 });
  const connection = await makeDatabase();
  const said: string[] = [];
  await restore(
    { databaseUrl: connectionUrl(connection), backupKey: undefined },
    ["--from", join(folder, file), "--into", into, "--master-key", join(keys, "master-key")],
    {
      say: (line) => void said.push(line),
      signal,
      repeatErasures: (target, entries) => repeatErasures(target, entries, keptForErasure),
    },
  );

  expect(said.join("\n")).toContain(
    "1 accounts that were erased are not in it any more, of 3 on the list of erasures.",
  );
  expect(await readdir(into)).toContain("erasures");
  const { db, close } = openDatabase(connection, { max: 2 });
  onTestFinished(close);
  const later = { now: () => new Date(Date.now() + 2 * 3_600_000) };
  await sweepPhotoObjects({ ...context, db, clock: later, storage: openLocalStorage(join(into, "storage")) });
  expect((await findTraces(db, [NAME, davi.email])).toSorted()).toEqual(["case_profile.facts", "notice.sender_email"]);
  const files = await readdir(join(into, "storage"), { recursive: true });
  expect(files.filter((name) => davi.photoNames.some((photo) => name.includes(photo)))).toEqual([]);
  const profiles = await db
    .selectFrom("profile")
    .where("memberId", "in", [davi.id, waiting.id, back.id])
    .select(["memberId", "isActive"])
    .execute();
  expect(new Map(profiles.map(({ memberId, isActive }) => [memberId, isActive]))).toEqual(
    new Map([
      [waiting.id, false],
      [back.id, true],
    ]),
  );
});

test("[D5.17] a restore without the list of erasures says so", async () => {
  const folder = await makeFolder();
  const settings = { dataDir: world.dataDir, databaseUrl: world.connectionString, backupKey: undefined };
  await makeBackup(settings, ["--to", folder], { say: () => {}, signal });
  const [file = ""] = await readdir(folder);
  const said: string[] = [];
  await restore(
    { databaseUrl: connectionUrl(await makeDatabase()), backupKey: undefined },
    ["--from", join(folder, file), "--into", await makeFolder(), "--without-master-key"],
    { say: (line) => void said.push(line), signal, repeatErasures: async () => 0 },
  );
  expect(said.join("\n")).toContain("WARNING: there is no list of erasures beside the master key");
});
