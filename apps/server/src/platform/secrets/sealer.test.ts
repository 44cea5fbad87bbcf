import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeSealer, openSealer } from "./sealer.ts";

const folder = await mkdtemp(join(tmpdir(), "caramelo-sealer-"));
afterAll(() => rm(folder, { recursive: true }));

const sealer = makeSealer(randomBytes(32));
const plain = Buffer.from("um segredo");

test("what is sealed opens again, and looks different each time", () => {
  const [first, second] = [sealer.seal(plain, "test"), sealer.seal(plain, "test")];
  expect(sealer.open(first, "test")).toEqual(plain);
  expect(first).not.toEqual(second);
  expect(first.includes(plain)).toBe(false);
});

test("what was altered, or sealed for another purpose or by another key, does not open", () => {
  const sealed = sealer.seal(plain, "test");
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    expect(() => sealer.open(altered, "test")).toThrow();
  }
  expect(() => sealer.open(sealed, "other")).toThrow();
  expect(() => makeSealer(randomBytes(32)).open(sealed, "test")).toThrow();
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

test("the key of a data folder is made once, for its owner only, whoever starts at the same time", async () => {
  const opened = await Promise.all([openSealer(folder), openSealer(folder), openSealer(folder)]);
  const sealed = opened.map((sealer) => sealer.seal(plain, "test"));
  const later = await openSealer(folder);
  for (const sealedText of sealed) expect(later.open(sealedText, "test")).toEqual(plain);
  expect((await stat(join(folder, "master-key"))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(folder, "master-key"), "utf8")).toMatch(/^[\w-]{43}$/);
});

test("a broken key stops the start: a new one would lose what is sealed", async () => {
  await writeFile(join(folder, "master-key"), "short");
  await expect(openSealer(folder)).rejects.toThrow("is not a master key");
});
