import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hasMasterKey, makeSealer, openSealer } from "./sealer.ts";

const folder = await mkdtemp(join(tmpdir(), "caramelo-sealer-"));
afterAll(() => rm(folder, { recursive: true }));
const place = { dataDir: folder };

const sealer = makeSealer(randomBytes(32));
const plain = Buffer.from("um segredo");

test("what is sealed opens again, and looks different each time", () => {
  const [first, second] = [sealer.seal(plain, "test"), sealer.seal(plain, "test")];
  expect(sealer.open(first, "test")).toEqual(plain);
  expect(first).not.toEqual(second);
  expect(first.includes(plain)).toBe(false);
});

test("what was altered, or sealed for another purpose or by another key, does not open", () => {
  const sealedText = sealer.seal(plain, "test");
  for (let at = 0; at < sealedText.length; at += 1) {
    const altered = Buffer.from(sealedText);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => sealer.open(altered, "test")).toThrow();
  }
  expect(() => sealer.open(sealedText, "other")).toThrow();
  expect(() => makeSealer(randomBytes(32)).open(sealedText, "test")).toThrow();
});

test("a keyed hash is the same for the same text and purpose only, and needs the key", () => {
  expect(sealer.hash("123", "test")).toEqual(sealer.hash("123", "test"));
  const others = [
    sealer.hash("124", "test"),
    sealer.hash("123", "other"),
    makeSealer(randomBytes(32)).hash("123", "test"),
  ];
  for (const otherHash of others) expect(otherHash).not.toEqual(sealer.hash("123", "test"));
});

test("the key of a data folder is made once, for its owner only, no matter what starts at the same time", async () => {
  const sealers = await Promise.all([openSealer(place), openSealer(place), openSealer(place)]);
  const sealedTexts = sealers.map((sealer) => sealer.seal(plain, "test"));
  const later = await openSealer(place);
  for (const sealedText of sealedTexts) expect(later.open(sealedText, "test")).toEqual(plain);
  expect((await stat(join(folder, "master-key"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, "master-key"), "utf8")).toMatch(/^[\w-]{43}$/);
});

test("[TB.16] a key of the settings needs no file, makes none, and opens what was sealed under it", async () => {
  const empty = await mkdtemp(join(folder, "empty-"));
  const settings = { dataDir: empty, masterKey: randomBytes(32) };
  const sealedText = (await openSealer(settings)).seal(plain, "test");
  expect(hasMasterKey(settings)).toBe(true);
  expect(await readdir(empty)).toEqual([]);
  expect((await openSealer({ ...settings, dataDir: folder.concat("-nowhere") })).open(sealedText, "test")).toEqual(
    plain,
  );
});

test("[TB.16] a key of the settings that is not the one of the data folder is refused, and the same one is not", async () => {
  const own = await mkdtemp(join(folder, "own-"));
  const sealedText = (await openSealer({ dataDir: own })).seal(plain, "test");
  const masterKey = Buffer.from(await readFile(join(own, "master-key"), "utf8"), "base64url");
  expect((await openSealer({ dataDir: own, masterKey })).open(sealedText, "test")).toEqual(plain);
  await expect(openSealer({ dataDir: own, masterKey: randomBytes(32) })).rejects.toThrow(
    "MASTER_KEY is not the key in",
  );
});

test("a broken key stops the start: a new one would lose what is sealed", async () => {
  await writeFile(join(folder, "master-key"), "short");
  await expect(openSealer(place)).rejects.toThrow("is not a master key");
});
