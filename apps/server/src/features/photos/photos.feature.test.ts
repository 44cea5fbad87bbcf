import { readFile } from "node:fs/promises";
import { PHOTO_SIZE_NAMES, PHOTO_SIZES, type PhotoSize } from "@caramelo/contract/limits";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { photoKey } from "../../platform/storage/key-rules.ts";
import { openStores } from "../../platform/storage/stores.ts";
import { CANARY, makePhoto, sampleFiles } from "../../testing/hostile-files.ts";
import { listStored } from "../../testing/leftovers.ts";
import { hidePair } from "../../testing/pairs.ts";
import { makeMember, PASSWORD, signUpForm } from "../../testing/people.ts";
import { makePhotos } from "../../testing/photo-rows.ts";
import { expectCatalogueEntry } from "../../testing/refusals.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

const DAY_MS = 86_400_000;

const world = await openWorld();
const small = new Blob([new Uint8Array(await makePhoto({ format: "png", width: 200, height: 200 }))]);
const fromPhone = new Blob([await readFile(new URL("../../../../../e2e/photos/ana-2.jpg", import.meta.url))]);

/** A member by sign-up, signed in with the session kept for 30 days, and the names of the photos. */
async function addOwner(photos: Blob[] = [small, small]) {
  const [browser, form] = [world.browser(), signUpForm()];
  const { id } = (await browser.api.accounts.signUp({ body: form, photos })).body;
  await browser.api.accounts.signIn({ body: { email: form.email, password: PASSWORD, remember: true } });
  const rows = await world.db
    .selectFrom("photo")
    .where("memberId", "=", id)
    .orderBy("position")
    .select("fileName")
    .execute();
  return { id, browser, fileNames: rows.map((row) => row.fileName), main: rows[0]?.fileName ?? "" };
}

async function openViewer() {
  const { email } = await makeMember(world.owner, { role: "daddy" });
  const browser = world.browser();
  await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: true } });
  return browser;
}

const linkTo = (fileName: string, size: PhotoSize = "small") =>
  world.context.photoLinks.linkTo(fileName, size, world.context.clock.now());
const expectMissing = async (response: Response) => void (await expectCatalogueEntry(response, "NOT_FOUND"));
const readStored = async (key: string) => Buffer.from((await (await openStores(world)).photos.get(key))?.bytes ?? []);

describe("a photo's link", () => {
  test("[TC.06][M7.03][D3.28] opens the stored WebP of each size, which only that browser keeps and asks about each time, and which is never run or indexed", async () => {
    const [owner, viewer] = [await addOwner([fromPhone, small]), await openViewer()];
    for (const size of PHOTO_SIZE_NAMES) {
      const response = await viewer.raw(linkTo(owner.main, size));
      expect(response.status).toBe(200);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.equals(await readStored(photoKey(owner.main, size)))).toBe(true);
      const { format, width = 0, height = 0 } = await sharp(bytes).metadata();
      expect([format, Math.max(width, height) <= PHOTO_SIZES[size]]).toEqual(["webp", true]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "content-type": "image/webp",
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-cache",
        "x-robots-tag": "noindex",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "content-length": String(bytes.length),
      });
    }
  });

  test("[T33][D3.29] changes each day; yesterday's still opens, that of two days ago does not", async () => {
    const owner = await addOwner();
    const photoUrl = async () => (await owner.browser.api.accounts.session()).body.user?.photoUrl ?? "";
    const statusOf = async (link: string) => (await owner.browser.raw(link)).status;
    const first = await photoUrl();
    expect(first).toBe(await photoUrl());
    expect(await statusOf(first)).toBe(200);
    world.pass(DAY_MS);
    const second = await photoUrl();
    expect(second).not.toBe(first);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    world.pass(DAY_MS);
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
    await expectMissing(await owner.browser.raw(first));
  });

  test("[D3.29] works with a cache-busting parameter and with no other parameter", async () => {
    const owner = await addOwner();
    const link = linkTo(owner.main);
    for (const r of ["1", "1795000000000", ""]) expect((await owner.browser.raw(`${link}&r=${r}`)).status).toBe(200);
    expect((await owner.browser.raw(`${link}&x=1`)).status).toBe(404);
    expect((await owner.browser.raw(`${link}&s=${"A".repeat(22)}`)).status).toBe(404);
  });

  test("[T33] is missing without a session, after signing out and for guests", async () => {
    const owner = await addOwner();
    const link = linkTo(owner.main);
    await expectMissing(await world.browser().raw(link));
    await expectMissing(await world.browser().raw(link, { headers: { cookie: "caramelo=falso" } }));
    const keptCookies = [...owner.browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    expect((await world.browser().raw(link, { headers: { cookie: keptCookies } })).status).toBe(200);
    await owner.browser.api.accounts.signOut();
    await expectMissing(await world.browser().raw(link, { headers: { cookie: keptCookies } }));
  });

  test("[T74][T33] is confirmed without its bytes to the browser that keeps it, until the session ends", async () => {
    const owner = await addOwner();
    const link = linkTo(owner.main);
    const etag = (await owner.browser.raw(link)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const [, time = ""] = /\/(\d{13})-/.exec(owner.main) ?? [];
    expect(Buffer.from(etag, "base64url").toString("latin1")).not.toContain(time);
    const again = { headers: { "if-none-match": etag } };
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const keptReply = await owner.browser.raw(link, { headers: { "if-none-match": header } });
      expect([keptReply.status, await keptReply.text(), keptReply.headers.get("etag")]).toEqual([304, "", etag]);
      expect(keptReply.headers.get("cache-control")).toBe("private, no-cache");
    }
    for (const header of ['"other"', "*", ""])
      expect((await owner.browser.raw(link, { headers: { "if-none-match": header } })).status).toBe(200);
    expect((await owner.browser.raw(linkTo(owner.main, "large"), again)).status).toBe(200);
    expect((await owner.browser.raw(linkTo(owner.fileNames[1] ?? ""), again)).status).toBe(200);

    await world.db
      .deleteFrom("photo")
      .where("fileName", "=", owner.fileNames[1] ?? "")
      .execute();
    const keptCookies = [...owner.browser.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    await owner.browser.api.accounts.signOut();
    await expectMissing(await owner.browser.raw(link, again));
    await expectMissing(await world.browser().raw(link, { headers: { ...again.headers, cookie: keptCookies } }));
  });

  test("[T33] is missing as soon as the photo is removed", async () => {
    const [owner, viewer] = [await addOwner(), await openViewer()];
    const link = linkTo(owner.main);
    expect((await viewer.raw(link)).status).toBe(200);
    await world.db.deleteFrom("photo").where("fileName", "=", owner.main).execute();
    for (const browser of [viewer, owner.browser]) await expectMissing(await browser.raw(link));
    expect((await viewer.raw(linkTo(owner.fileNames[1] ?? ""))).status).toBe(200);
  });

  test.each(["suspendedAt", "deactivatedAt"] as const)(
    "[T33][D2.18] is missing for others while its owner's %s is set, and opens again afterwards",
    async (fact) => {
      const [owner, viewer] = [await addOwner(), await openViewer()];
      const change = (at: Date | null) =>
        world.db
          .updateTable("profile")
          .set({ [fact]: at })
          .where("memberId", "=", owner.id)
          .execute();
      const link = linkTo(owner.main);
      await change(new Date());
      await expectMissing(await viewer.raw(link));
      await expectMissing(await owner.browser.raw(link));
      await change(null);
      expect((await viewer.raw(link)).status).toBe(200);
    },
  );

  test("[T33][D3.30][T23] is missing for both members of a hidden pair and for nobody else", async () => {
    const [owner, otherOwner] = [await addOwner(), await addOwner()];
    const viewer = await openViewer();
    await hidePair(world.owner, owner.id, otherOwner.id);
    await expectMissing(await otherOwner.browser.raw(linkTo(owner.main)));
    await expectMissing(await owner.browser.raw(linkTo(otherOwner.main)));
    for (const { main, browser } of [owner, otherOwner]) {
      expect((await browser.raw(linkTo(main))).status).toBe(200);
      expect((await viewer.raw(linkTo(main))).status).toBe(200);
    }
  });

  test("[T33][D1.10] opens for the staff in every state of its owner, but not with a wrong signature", async () => {
    const owner = await addOwner();
    const admin = await makeSignedIn(world, { role: "admin" });
    await hidePair(world.owner, owner.id, admin.id);
    await world.db.updateTable("profile").set({ suspendedAt: new Date() }).where("memberId", "=", owner.id).execute();
    const link = linkTo(owner.main);
    expect((await admin.browser.raw(link)).status).toBe(200);
    await expectMissing(await admin.browser.raw(link.replace(/s=.{22}/, `s=${"A".repeat(22)}`)));
    await world.db.deleteFrom("photo").where("fileName", "=", owner.main).execute();
    await expectMissing(await admin.browser.raw(link));
  });

  test("[T33] is missing with any other signature, size, name or member", async () => {
    const [firstOwner, otherOwner] = [await addOwner(), await addOwner()];
    const link = linkTo(firstOwner.main);
    const change = (from: RegExp, to: string) => link.replace(from, to);
    const [suffix = ""] = /[0-9a-f]{32}/.exec(link) ?? [];
    const attempts = [
      change(/s=.{22}/, `s=${"A".repeat(22)}`),
      change(/\/320\?/, "/960?"),
      change(/\/320\?/, "/321?"),
      change(new RegExp(suffix), "0".repeat(32)),
      change(new RegExp(firstOwner.id), otherOwner.id),
      linkTo(firstOwner.main.replace(suffix, "f".repeat(32))),
      linkTo(firstOwner.main.replace(firstOwner.id, otherOwner.id)),
    ];
    for (const attempt of attempts) await expectMissing(await firstOwner.browser.raw(attempt));
  });

  test.each([
    ["no signature", (link: string) => link.replace(/\?.*/, "")],
    ["half a signature", (link: string) => link.slice(0, -5)],
    ["a path to a parent folder", (link: string) => link.replace(/[0-9a-f]{32}/, "..%2f..%2fsecret")],
    ["a NUL", (link: string) => link.replace("/320", "%00/320")],
    ["a size in words", (link: string) => link.replace("/320", "/original")],
  ])("[T33] with %s opens nothing", async (_what, change) => {
    const owner = await addOwner();
    const response = await owner.browser.raw(change(linkTo(owner.main)));
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain("RIFF");
  });

  test("is missing, not an error, when the file is gone from the store", async () => {
    const owner = await addOwner();
    await world.context.storage.remove(photoKey(owner.main, "small"));
    await expectMissing(await owner.browser.raw(linkTo(owner.main)));
  });
});

describe("a stored photo", () => {
  const polyglots = sampleFiles.filter(
    ({ expected, name }) => expected === "photo" && / in one| as its | position|thumbnail|film/.test(name),
  );

  test("[T34][T35][TC.01] holds no metadata, script or appended file of any upload, and no bytes as they came", async () => {
    const sentFiles = await Promise.all(polyglots.map(async (file) => new Blob([new Uint8Array(await file.bytes())])));
    expect(sentFiles.length).toBeGreaterThanOrEqual(9);
    const groups = Array.from({ length: Math.ceil(sentFiles.length / 4) }, (_, at) => [
      fromPhone,
      ...sentFiles.slice(at * 4, at * 4 + 4),
    ]);
    for (const group of groups) await addOwner(group);

    const files = await listStored(world);
    expect(files.length).toBeGreaterThanOrEqual((sentFiles.length + groups.length) * PHOTO_SIZE_NAMES.length);
    for (const file of files) {
      const bytes = await readStored(file);
      expect(listChunks(bytes)).toEqual(["VP8 "]);
      const { format, exif, xmp, icc, iptc, comments, orientation } = await sharp(bytes).metadata();
      expect({ format, exif, xmp, icc, iptc, comments, orientation }).toEqual({ format: "webp" });
      for (const trace of [CANARY, "Exif", "GPS", "ns.adobe", "<script", "<html", "PK\x03\x04", "ftyp"]) {
        expect(bytes.includes(trace, 0, "latin1")).toBe(false);
      }
    }
  });

  test("[T34] is checked with a phone's photo that does hold a position", async () => {
    const { exif } = await sharp(Buffer.from(await fromPhone.arrayBuffer())).metadata();
    expect(exif?.length).toBeGreaterThan(0);
  });

  test("[T35][D3.28] that was sent twice is stored twice, under names that have nothing in common", async () => {
    const owner = await addOwner([small, small, small]);
    const suffixes = owner.fileNames.map((name) => /-([0-9a-f]{32})\.webp$/.exec(name)?.[1]);
    expect(new Set(suffixes).size).toBe(3);
    const files = (await listStored(world)).filter((file) => file.startsWith(owner.id));
    expect(files).toHaveLength(3 * PHOTO_SIZE_NAMES.length);
  });
});

/** The names of the chunks of a WebP. Asserts that no bytes follow the picture. */
function listChunks(webp: Buffer): string[] {
  expect(webp.readUInt32LE(4) + 8).toBe(webp.length);
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + 2 * Math.ceil(webp.readUInt32LE(at + 4) / 2)) {
    names.push(webp.toString("latin1", at, at + 4));
  }
  return names;
}

test("[T16][T58] a member who has loaded the day's kilobytes of photos gets no more until it is over; what they kept costs nothing", async () => {
  const scarce = await openWorld({ LIMIT_PHOTO_BYTES: "2/86400" });
  const { id } = await makeMember(scarce.owner);
  const [fileName = ""] = await makePhotos(scarce.owner, id, [0]);
  await scarce.context.storage.put(photoKey(fileName, "small"), new Uint8Array(900));
  const link = scarce.context.photoLinks.linkTo(fileName, "small", scarce.context.clock.now());
  const [daddy, admin] = [await makeSignedIn(scarce, { role: "daddy" }), await makeSignedIn(scarce, { role: "admin" })];
  const load = async ({ browser }: typeof daddy, headers: Record<string, string> = {}) =>
    browser.raw(link, { headers });

  const first = await load(daddy);
  const keptHeaders = { "if-none-match": first.headers.get("etag") ?? "" };
  for (let time = 0; time < 5; time += 1) expect((await load(daddy, keptHeaders)).status).toBe(304);
  expect((await load(daddy)).status).toBe(200);
  const refusal = await load(daddy);
  await expectCatalogueEntry(refusal, "RATE_LIMIT_EXCEEDED");
  expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(80_000);
  expect((await load(daddy, keptHeaders)).status).toBe(304);
  for (let time = 0; time < 5; time += 1) expect((await load(admin)).status).toBe(200);
});
