import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { slowTest } from "../../testing/each-kind.ts";
import { makeReadyExport } from "../../testing/exports.ts";
import { makePhoto } from "../../testing/hostile-files.ts";
import { sweepUp } from "../../testing/leftovers.ts";
import { environmentOf, startS3 } from "../../testing/s3-server.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld, type World } from "../../testing/world.ts";

// Two processes on two machines: they share a database, a bucket and a key, and no folder.
const s3 = await startS3();
const otherFolder = await mkdtemp(join(tmpdir(), "caramelo-elsewhere-"));
const settings = { ...environmentOf(s3.settings), MASTER_KEY: randomBytes(32).toString("base64") };
const here = await openWorld(settings);
const there = await openWorld({ ...settings, DATA_DIR: otherFolder }, here);
afterAll(async () => {
  await s3.remove();
  await rm(otherFolder, { recursive: true });
});

const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);

/** A member with three photos, and the links to them as that member reads them. */
async function addOwner() {
  const owner = await makeSignedIn(here);
  const { body } = await owner.browser.api.photos.add({ body: {}, photos: [small, small, small] });
  const fileNames = await here.db.selectFrom("photo").where("memberId", "=", owner.id).select("fileName").execute();
  const linkOf = ({ context }: World, at: number) =>
    context.photoLinks.linkTo(fileNames[at]?.fileName ?? "", "large", context.clock.now());
  return { ...owner, photoIds: body.photos.map(({ id }) => id), fileNames, linkOf };
}

slowTest(
  "[TB.16] what one process stores the other one reads without a shared folder: photos, documents, exports",
  async () => {
    const { id, linkOf } = await addOwner();
    const browser = await openBrowserOf(there, id);
    const [first, second] = [await browser.raw(linkOf(there, 0)), await browser.raw(linkOf(there, 0))];
    expect([first.status, second.status]).toEqual([200, 200]);
    const bytes = Buffer.from(await first.arrayBuffer());
    expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
    expect(await readdir(join(otherFolder, "photo-cache"))).toHaveLength(1);

    const request = await makeVerification(here, id);
    const row = await here.owner
      .selectFrom("verificationRequest")
      .where("id", "=", request.id)
      .select("sealedKey")
      .executeTakeFirstOrThrow();
    const place = {
      ownerId: request.id,
      sealedKey: row.sealedKey ?? Buffer.of(),
      objectKey: request.objectKeys[0] ?? "",
    };
    expect(String(await there.context.documentVault.get(place))).toContain(`of ${request.id}`);

    const readyExport = await makeReadyExport(here, { memberId: id });
    const reply = await (await openBrowserOf(there, id)).raw(`/api/account/exports/${readyExport.id}`);
    expect([reply.status, await reply.text()]).toEqual([200, "P"]);

    const entry = {
      memberId: id,
      what: "requested",
      at: new Date().toISOString(),
      endsAt: new Date().toISOString(),
    } as const;
    await here.context.erasureList.add(entry);
    expect(await there.context.erasureList.readLines()).toContain(JSON.stringify(entry));
    for (const name of ["master-key", "storage", "documents", "exports", "erasures"])
      for (const folder of [here.dataDir, otherFolder]) expect(existsSync(join(folder, name)), name).toBe(false);
  },
);

test("[TB.16][T33] a photo that was removed at one process is missing at the other, though its disk still has it", async () => {
  const owner = await addOwner();
  const browser = await openBrowserOf(there, owner.id);
  expect((await browser.raw(owner.linkOf(there, 0))).status).toBe(200);
  await owner.browser.api.photos.remove({ params: { id: owner.photoIds[0] ?? "" } });
  const statuses = [0, 1, 2].map(async (at) => (await browser.raw(owner.linkOf(there, at))).status);
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 200, 404]);
  const { files } = await sweepUp(here);
  expect(files.filter((key) => key.startsWith(owner.id))).toHaveLength(6);
});

test("[TB.16][TB.12] while the store is away photos and uploads are answered by 503, and everything else goes on", async () => {
  const owner = await addOwner();
  const link = owner.linkOf(here, 1);
  expect((await owner.browser.raw(link)).status).toBe(200);
  await s3.stop();
  try {
    expect((await owner.browser.raw(link)).status).toBe(200);
    const reply = await owner.browser.raw(owner.linkOf(here, 0));
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "3"]);
    const upload = await owner.browser.api.photos.add({ body: {}, photos: [small] });
    expect(upload).toMatchObject({ status: 503, failure: { code: "SERVICE_UNAVAILABLE" } });
    expect((await owner.browser.raw("/readyz")).status).toBe(200);
    expect(here.logged.filter((line) => line.includes('"unexpected"'))).toEqual([]);
  } finally {
    await s3.restart();
  }
  expect((await owner.browser.raw(owner.linkOf(here, 0))).status).toBe(200);
  expect((await owner.browser.api.photos.add({ body: {}, photos: [small] })).status).toBe(200);
  const { files, objects } = await sweepUp(here);
  expect(objects).toHaveLength(files.length / 3);
});
