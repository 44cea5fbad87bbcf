import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { environmentOf, startS3 } from "../testing/s3-server.ts";
import { openWorld } from "../testing/world.ts";

const s3 = await startS3();
afterAll(s3.remove);
const bucket = environmentOf(s3.settings);
const site = await openWorld({ ...bucket, S3_CACHE_MB: "1" });
const folder = join(site.dataDir, "photo-cache");

/** Fills the cache, starts the site again with other settings, and returns whether the cache is still there. */
async function isLeftBy(settings: Record<string, string>): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "a-photo"), "bytes");
  await openWorld(settings, site);
  return existsSync(folder);
}

const leftCaches = {
  "no bucket": await isLeftBy({}),
  "a retired bucket": await isLeftBy({ ...bucket, S3_RETIRED: "on" }),
  "a cache of no size": await isLeftBy({ ...bucket, S3_CACHE_MB: "0" }),
};

test("[T53] a start without the cache of photos removes what an earlier one has left of it", () => {
  expect(leftCaches).toEqual({ "no bucket": false, "a retired bucket": false, "a cache of no size": false });
});
