import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openS3Bucket } from "../../platform/storage/s3-storage.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { makeFolder } from "../../testing/folders.ts";
import { startS3 } from "../../testing/s3-server.ts";
import { openBackupPlace, openBackupSource } from "./backup-place.ts";

const s3 = await startS3();
afterAll(s3.remove);
const backupS3 = { ...s3.settings, prefix: "caramelo/" };
const bytes = Buffer.from("cópia");

async function listKeys(storage: Storage) {
  const keys: string[] = [];
  for await (const { key } of storage.list("")) keys.push(key);
  return keys;
}

test("[D5.34] backups go into their bucket where there is one, below its prefix, unless the operator names a folder", async () => {
  const [dataDir, folder] = [await makeFolder(), await makeFolder()];
  const places = [
    [await openBackupPlace({ dataDir, backupS3 }), "bucket:a in caramelo"],
    [await openBackupPlace({ dataDir, backupS3 }, "bucket:"), "bucket:a in caramelo"],
    [await openBackupPlace({ dataDir, backupS3 }, folder), join(folder, "a")],
    [await openBackupPlace({ dataDir }), join(dataDir, "backups", "a")],
  ] as const;
  for (const [{ storage, pathOf }, path] of places) {
    await storage.put("a", bytes);
    expect(pathOf("a")).toBe(path);
    expect(await listKeys(storage)).toEqual(["a"]);
    await storage.remove("a");
  }
  await openS3Bucket(backupS3).openFolder("backups").put("b", bytes);
  expect(await listKeys(places[0][0].storage)).toEqual(["b"]);
});

test("[D5.34] a bucket for backups that is not set, or has no backup of that name, is said", async () => {
  const words = "There is no bucket for backups: set BACKUP_S3_BUCKET first.";
  await expect(openBackupPlace({ dataDir: "" }, "bucket:")).rejects.toThrow(words);
  await expect(openBackupSource({}, "bucket:a")).rejects.toThrow(words);
  const { open } = await openBackupSource({ backupS3 }, "bucket:none");
  await expect(open()).rejects.toThrow("There is no backup none in caramelo.");
});
