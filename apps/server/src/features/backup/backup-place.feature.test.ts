import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { openS3Bucket } from "../../platform/storage/s3-bucket.ts";
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

test("[D5.34] an object of a backup is sent with a checksum, without which a bucket with Object Lock takes none", async () => {
  const checksums: unknown[] = [];
  const store = createServer(({ headers }, answer) => {
    checksums.push(headers["x-amz-checksum-crc32"]);
    answer.end();
  }).listen(0, "127.0.0.1");
  await once(store, "listening");
  onTestFinished(() => void store.close().closeAllConnections());
  // The cast holds because the store listens on a port.
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
  const { storage } = await openBackupPlace({ dataDir: "", backupS3: { ...backupS3, endpoint } });
  await storage.put("a", bytes);
  expect(checksums).toEqual([expect.stringMatching(/=$/)]);
});

test("[D5.34] the command refuses where no bucket for backups is set, and where the bucket has no backup of that name", async () => {
  const words = "There is no bucket for backups: set BACKUP_S3_BUCKET first.";
  await expect(openBackupPlace({ dataDir: "" }, "bucket:")).rejects.toThrow(words);
  await expect(openBackupSource({}, "bucket:a")).rejects.toThrow(words);
  const { open } = await openBackupSource({ backupS3 }, "bucket:none");
  await expect(open()).rejects.toThrow("There is no backup none in caramelo.");
});
