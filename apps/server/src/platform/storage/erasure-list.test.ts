import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { startS3 } from "../../testing/s3-server.ts";
import { copyErasures, copyMissing, type ErasureEntry, entriesOf, latestOf, openErasureFile } from "./erasure-list.ts";
import { openS3Bucket } from "./s3-bucket.ts";
import { openLocalStorage } from "./storage.ts";
import { openStores } from "./stores.ts";

const s3 = await startS3();
afterAll(s3.remove);

const memberId = "018f0000-0000-7000-8000-000000000001";
const otherId = "018f0000-0000-7000-8000-000000000002";
const entry = (what: ErasureEntry["what"], day: number, member = memberId): ErasureEntry => ({
  memberId: member,
  what,
  at: `2026-11-${day}T10:00:00.123Z`,
  endsAt: day === 23 ? "1970-01-01T00:00:00.000Z" : "2026-12-24T10:00:00.000Z",
});

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), "caramelo-erasures-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

let sites = 0;
const PLACES = [
  ["a folder", () => undefined],
  [
    "a bucket",
    () => {
      sites += 1;
      return { ...s3.settings, prefix: `site-${sites}/` };
    },
  ],
] as const;

describe.each(PLACES)("[TB.16] the list of erasures in %s", (_, settingsOf) => {
  test("is read in the order in which it was written, by every process, and copied next to a backup", async () => {
    const settings = { dataDir: await makeFolder(), s3: settingsOf() };
    const [first, second] = [await openStores(settings), await openStores(settings)];
    expect(await first.erasureList.readLines()).toEqual([]);
    const entries = [
      entry("requested", 20),
      entry("taken back", 21),
      entry("requested", 22, otherId),
      entry("begun", 23, otherId),
    ];
    for (const [at, each] of entries.entries()) await (at % 2 ? first : second).erasureList.add(each);

    const lines = await first.erasureList.readLines();
    expect(lines.map((line) => JSON.parse(line))).toEqual(entries);
    expect(latestOf(lines)).toEqual([entries[1], entries[3]]);

    const backups = settings.s3
      ? openS3Bucket(settings.s3).openFolder("backups")
      : openLocalStorage(await makeFolder());
    await copyErasures(first.erasureList, backups);
    const readCopy = async () => Buffer.from((await backups.get("erasures"))?.bytes ?? []);
    // A line that the list has lost stays in the copy.
    const lostEntry = entry("begun", 19, "018f0000-0000-7000-8000-000000000003");
    await backups.put("erasures", Buffer.from(`${await readCopy()}\n${JSON.stringify(lostEntry)}`));
    await copyErasures(second.erasureList, backups);
    const copiedEntries = entriesOf(await readCopy());
    expect(copiedEntries).toHaveLength(3);
    expect(copiedEntries).toEqual(expect.arrayContaining([lostEntry, entries[1], entries[3]]));
  });
});

test("[TB.16] the copy of the list has every line, though another command puts an older copy in its place meanwhile", async () => {
  const list = openErasureFile(await makeFolder());
  await list.add(entry("requested", 20));
  const backups = openLocalStorage(await makeFolder());
  const olderCopy = Buffer.from((await list.readLines()).join(""));
  await list.add(entry("begun", 21));
  let puts = 0;
  const put = async (key: string, bytes: Uint8Array) => {
    puts += 1;
    await backups.put(key, bytes);
    if (puts === 1) await backups.put(key, olderCopy);
  };
  await copyErasures(list, { get: backups.get, put });
  expect(entriesOf((await backups.get("erasures"))?.bytes ?? Buffer.from(""))).toEqual([entry("begun", 21)]);
  expect(puts).toBe(2);
  // A copy that lacks nothing is not written again.
  await copyErasures(list, { get: backups.get, put });
  expect(puts).toBe(2);
});

test("[TB.16] the list of a bucket begins with what the data folder has from before, or from a restore", async () => {
  const dataDir = await makeFolder();
  await (await openStores({ dataDir })).erasureList.add(entry("requested", 20));
  const { erasureList } = await openStores({ dataDir, s3: { ...s3.settings, prefix: "moved/" } });
  await erasureList.add(entry("begun", 21));
  expect(latestOf(await erasureList.readLines())).toEqual([entry("begun", 21)]);
  expect(await erasureList.readLines()).toHaveLength(2);
});

test("[TB.16] a member who took the erasure back is not erased because an older line was copied behind the newer one", async () => {
  const [front, back] = [openErasureFile(await makeFolder()), openErasureFile(await makeFolder())];
  await back.add(entry("requested", 20));
  await front.add(entry("taken back", 21));
  expect(await copyMissing({ front, back })).toBe(1);
  expect(latestOf(await front.readLines())).toEqual([entry("taken back", 21)]);
});

test("an erasure that has begun is the latest entry of its member, whatever else has a later moment", () => {
  const lines = [entry("begun", 20), entry("taken back", 21)].map((each) => JSON.stringify(each));
  for (const order of [lines, lines.toReversed()]) expect(latestOf(order)).toEqual([entry("begun", 20)]);
});
