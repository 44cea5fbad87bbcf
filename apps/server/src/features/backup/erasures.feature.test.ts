import { randomUUID } from "node:crypto";
import { cp, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "../../platform/database/database.ts";
import { copyErasures } from "../../platform/storage/erasure-list.ts";
import { openLocalStorage } from "../../platform/storage/storage.ts";
import { openStores } from "../../platform/storage/stores.ts";
import { keptData } from "../../start/inventory.ts";
import { type BackupTarget, backUp, listTarget, type MadeBackup, restoreFrom } from "../../testing/backups.ts";
import { slowTest } from "../../testing/each-kind.ts";
import { fillErasedMember, findTraces, NAME, runErasures } from "../../testing/erasures.ts";
import { makeFolder } from "../../testing/folders.ts";
import { listStored } from "../../testing/leftovers.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { recordErasure } from "../erasure/jobs.ts";
import { type Repeat, repeatErasures } from "../erasure/repeat-erasures.ts";
import { sweepPhotoObjects } from "../photos/jobs.ts";

// Two databases are made, and a backup is written and restored.
vi.setConfig({ testTimeout: 240_000 });

const world = await openWorld();
const { owner, context } = world;

test("[D5.17][T53] an erased person stays erased when an older backup is restored, and requests keep their last state", async () => {
  const davi = await fillErasedMember(world);
  const [waitingMember, back] = [await makeSignedIn(world), await makeSignedIn(world)];
  await back.browser.api.erasure.request();
  await recordErasure(context, back.id);
  const backup = await backUp(world);

  // After the backup one member is erased, one requests the erasure, and one cancels it.
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
  await waitingMember.browser.api.erasure.request();
  await recordErasure(context, waitingMember.id);
  await back.browser.api.erasure.takeBack();
  await recordErasure(context, back.id);

  const keys = await makeFolder();
  await cp(join(world.dataDir, "master-key"), join(keys, "master-key"));
  await copyErasures(context.erasureList, openLocalStorage(keys));
  const { connection, folder, s3, restoring, text } = await restoreFrom(world, backup, {
    args: ["--master-key", join(keys, "master-key")],
    repeatErasures: (target, repeat) => repeatErasures(target, repeat, keptData),
  });
  await restoring;

  expect(text()).toContain(
    "1 accounts that were erased are not in it any more, of 3 on the list of erasures, whose newest line is of ",
  );
  expect(await readdir(folder)).toContain("erasures");
  const { db, close } = openDatabase(connection, { max: 2 });
  onTestFinished(close);
  const later = { now: () => new Date(Date.now() + 2 * 3_600_000) };
  await sweepPhotoObjects({
    ...context,
    db,
    clock: later,
    storage: (await openStores({ dataDir: folder, s3 })).photos,
  });
  expect((await findTraces(db, [NAME, davi.email])).toSorted()).toEqual([
    "case_profile.facts",
    "data_request.email",
    "notice.sender_email",
  ]);
  const files = await listStored({ dataDir: folder, s3 });
  expect(files.filter((name) => davi.photoNames.some((photo) => name.includes(photo)))).toEqual([]);
  const profiles = await db
    .selectFrom("profile")
    .where("memberId", "in", [davi.id, waitingMember.id, back.id])
    .select(["memberId", "isActive"])
    .execute();
  expect(new Map(profiles.map(({ memberId, isActive }) => [memberId, isActive]))).toEqual(
    new Map([
      [waitingMember.id, false],
      [back.id, true],
    ]),
  );
});

describe("[D5.17] the list of erasures of a restore", () => {
  /** Restores without erasing, and returns what would be repeated as well. */
  async function restoreOnly(backup: MadeBackup, args: string[] = ["--without-master-key"], folder?: string) {
    const repeats: Repeat[] = [];
    const repeat = async (_: unknown, each: Repeat) => {
      repeats.push(each);
      return 0;
    };
    return {
      ...(await restoreFrom(world, backup, { args, repeatErasures: repeat, ...(folder && { folder }) })),
      repeats,
    };
  }

  const put = ({ storage }: BackupTarget, text: string) => storage.put("erasures", Buffer.from(text));

  const lineOf = (at: string) =>
    JSON.stringify({ memberId: randomUUID(), what: "requested", at, endsAt: "2026-12-27T12:00:00.000Z" });

  test("is next to each backup, in its state at the time of the backup", async () => {
    const { target } = await backUp(world);
    await writeFile(join(world.dataDir, "erasures"), `\n${lineOf("2026-11-27T12:00:00.000Z")}`, { flag: "a" });
    const foreign = lineOf("2026-11-26T12:00:00.000Z");
    const textOf = async () => Buffer.from((await target.storage.get("erasures"))?.bytes ?? []).toString();
    await put(target, `${await textOf()}\n${foreign}`);
    await backUp(world, { target });
    const lines = (await textOf()).split("\n").filter((line) => line !== "");
    const own = await context.erasureList.readLines();
    expect(lines.toSorted()).toEqual([...own, foreign].toSorted());
    expect((await listTarget(target)).filter((name) => !name.startsWith("caramelo-"))).toEqual(["erasures"]);
  });

  slowTest("may be empty, on a site where nobody was ever erased", async () => {
    const backup = await backUp(world);
    await put(backup.target, "");
    const { restoring, repeats, text } = await restoreOnly(backup);
    await restoring;
    expect(repeats).toMatchObject([{ entries: [] }]);
    expect(text()).toContain("of 0 on the list of erasures, which has no line.");
  });

  slowTest(
    "is the newer one of those next to the backup and next to the master key, and is replayed from the time of the backup on",
    async () => {
      const backup = await backUp(world);
      const takenAt = new Date(/Backup of (\S+):/.exec(backup.text)?.[1] ?? "");
      const keys = await makeFolder();
      await cp(join(world.dataDir, "master-key"), join(keys, "master-key"));
      const [older, newer] = ["2026-11-28T12:00:00.000Z", "2026-11-29T12:00:00.000Z"];
      const args = ["--master-key", join(keys, "master-key")];
      for (const [besidePath, besideKey] of [
        [older, newer],
        [newer, older],
      ] as const) {
        await put(backup.target, lineOf(besidePath));
        await writeFile(join(keys, "erasures"), lineOf(besideKey));
        const { restoring, repeats, text, folder } = await restoreOnly(backup, args);
        await restoring;
        expect(repeats).toMatchObject([{ since: takenAt, entries: [{ at: newer }] }]);
        expect(text()).toContain(`of 1 on the list of erasures, whose newest line is of ${newer}.`);
        expect(await readdir(folder)).toContain("erasures");
      }
    },
  );

  slowTest("is kept where the folder already has one, and no other one replaces it", async () => {
    const backup = await backUp(world);
    const folder = await makeFolder();
    const [place, older] = [join(folder, "erasures"), join(await makeFolder(), "erasures")];
    const [text, at] = [`half a line\n${lineOf("2026-11-29T12:00:00.000Z")}`, new Date("2026-11-29T12:00:00.000Z")];
    await writeFile(place, text);
    await utimes(place, at, at);
    await writeFile(older, lineOf("2026-11-28T12:00:00.000Z"));
    const asItWas = async () => {
      expect(await readFile(place, "utf8")).toBe(text);
      expect((await stat(place)).mtime).toEqual(at);
    };
    const refusal = await restoreOnly(backup, ["--without-master-key", "--erasures", older], folder);
    await expect(refusal.restoring).rejects.toThrow("EEXIST");
    await asItWas();
    const { restoring, repeats } = await restoreOnly(backup, ["--without-master-key"], folder);
    await restoring;
    expect(repeats).toMatchObject([{ entries: [{ at: at.toISOString() }] }]);
    await asItWas();
  });

  slowTest("must be there, unless the operator says that it is lost", async () => {
    const backup = await backUp(world);
    await backup.target.storage.remove("erasures");
    const refusal = await restoreOnly(backup);
    await expect(refusal.restoring).rejects.toThrow("The list of erasures is missing");
    expect(await readdir(refusal.folder)).toEqual([]);
    const { restoring, text, repeats } = await restoreOnly(backup, ["--without-master-key", "--without-erasures"]);
    await restoring;
    expect(repeats).toEqual([]);
    expect(text()).toContain(
      "WARNING: there was no list of erasures: who erased the account since this backup is back.",
    );
  });
});
