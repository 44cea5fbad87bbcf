import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../testing/folders.ts";
import { openSealer } from "../secrets/sealer.ts";
import { openDocumentVault } from "./document-vault.ts";
import { openLocalStorage } from "./storage.ts";

const bytes = Buffer.from("a picture of a document, which nobody else may see");

async function openFolder() {
  const folder = await makeFolder();
  const open = async () =>
    openDocumentVault(openLocalStorage(join(folder, "documents")), await openSealer({ dataDir: folder }));
  const vault = await open();
  const place = { ownerId: "request-1", sealedKey: vault.makeKey("request-1"), objectKey: "ab.sealed" };
  return { folder, open, vault, place };
}

test("[T37] a document is read back as it was put, also after the vault is opened again", async () => {
  const { open, vault, place } = await openFolder();
  await vault.put(place, bytes);
  expect(Buffer.from((await vault.get(place)) ?? [])).toEqual(bytes);
  expect(Buffer.from((await (await open()).get(place)) ?? [])).toEqual(bytes);
});

test("[T37] neither a file nor a sealed key holds a byte of the document, and the same document is never stored alike", async () => {
  const { folder, vault, place } = await openFolder();
  const otherPlace = { ...place, objectKey: "cd.sealed" };
  await vault.put(place, bytes);
  await vault.put(otherPlace, bytes);
  const storedFiles = await Promise.all(
    [place, otherPlace].map(({ objectKey }) => readFile(join(folder, "documents", objectKey))),
  );
  for (const file of storedFiles) expect(file.includes(bytes.subarray(0, 8))).toBe(false);
  expect(storedFiles[0]).not.toEqual(storedFiles[1]);
  expect(Buffer.from(vault.makeKey("request-1"))).not.toEqual(Buffer.from(place.sealedKey));
});

test("[T37] a document opens only with the key of its own request, at its own place, in its own data folder", async () => {
  const { vault, place } = await openFolder();
  await vault.put(place, bytes);
  await vault.put({ ...place, objectKey: "cd.sealed" }, bytes);
  await expect(vault.get({ ...place, ownerId: "request-2" })).rejects.toThrow();
  await expect(vault.get({ ...place, sealedKey: vault.makeKey("request-1") })).rejects.toThrow();
  const stranger = await openFolder();
  await expect(stranger.vault.put(place, bytes)).rejects.toThrow();
});

test("[T37] a document that was altered, cut or exchanged for another one does not open", async () => {
  const { folder, vault, place } = await openFolder();
  const path = join(folder, "documents", place.objectKey);
  await vault.put(place, bytes);
  const storedFile = await readFile(path);
  for (const at of [0, 15, storedFile.length - 1]) {
    const altered = Buffer.from(storedFile);
    altered[at] = (altered[at] ?? 0) ^ 1;
    await writeFile(path, altered);
    await expect(vault.get(place)).rejects.toThrow();
  }
  await writeFile(path, storedFile.subarray(0, 20));
  await expect(vault.get(place)).rejects.toThrow();
  await vault.put({ ...place, objectKey: "cd.sealed" }, bytes);
  await writeFile(path, await readFile(join(folder, "documents", "cd.sealed")));
  await expect(vault.get(place)).rejects.toThrow();
});

test("a removed document is undefined, and may be removed again", async () => {
  const { vault, place } = await openFolder();
  await vault.put(place, bytes);
  await vault.remove(place.objectKey);
  await vault.remove(place.objectKey);
  expect(await vault.get(place)).toBeUndefined();
});
