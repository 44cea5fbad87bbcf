import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { CANARY, makePhoto } from "../../testing/hostile-files.ts";
import { makeBlankPng } from "../../testing/image-bytes.ts";
import { takeStock } from "../../testing/leftovers.ts";
import { recordPublishedEvents, SELF_CHANGED } from "../../testing/published-events.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { listDocuments, makeVerification } from "../../testing/verifications.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_UPLOAD_ATTEMPTS: "1000/60" });
const events = recordPublishedEvents(world);

const picture = async (width: number) =>
  new Blob([new Uint8Array(await makePhoto({ format: "png", width, height: 300 }))]);
const pictures = [await picture(300), await picture(310), await picture(320)];
/** Decodes each set of pictures once, because nearly all tests send the same ones, and decoding is expensive. */
const { photoProcessor } = world.context;
const processPhotos = photoProcessor.process;
const processed = new Map<string, ReturnType<typeof processPhotos>>();
photoProcessor.process = async (files, sender) => {
  const key = createHash("sha256");
  for (const readFile of files) key.update(await readFile());
  const name = key.digest("hex");
  const result = processed.get(name) ?? processPhotos(files, sender);
  processed.set(name, result);
  return result;
};

const birthOn = "1995-05-05";

type Person = Awaited<ReturnType<typeof makeSignedIn>>;
const send = ({ browser }: Person, body = { birthOn }, photos: Blob[] = pictures) =>
  browser.api.verification.request({ body, photos });

const rowsOf = ({ id }: { id: string }) =>
  world.owner.selectFrom("verificationRequest").where("memberId", "=", id).selectAll().execute();

describe("a member who asks to be verified", () => {
  test("[T38][K3.03] sends front, back, selfie and a birth date, and sees the request as pending", async () => {
    const ana = await makeSignedIn(world);
    expect((await ana.browser.api.verification.mine()).body).toEqual({
      request: null,
      isAgeAssured: false,
      hasPriority: false,
      mayRequest: true,
    });
    const reply = await send(ana);
    expect(reply.status).toBe(200);
    const request = { status: "pending", birthOn, createdAt: expect.any(String), reviewedAt: null, reason: null };
    expect(reply.body).toEqual({ request, isAgeAssured: false, hasPriority: false, mayRequest: false });
    expect((await ana.browser.api.verification.mine()).body).toEqual(reply.body);
    expect(events.publishedTo(ana)).toEqual([SELF_CHANGED]);
  });

  test("[T37][D5.11] has the documents stored encrypted, as clean pictures in their order", async () => {
    const bia = await makeSignedIn(world);
    const tagged = new Blob([new Uint8Array(await makePhoto({ format: "jpeg", width: 400, height: 300, gps: true }))]);
    expect((await send(bia, { birthOn }, [tagged, ...pictures.slice(1)])).status).toBe(200);
    const [request] = await rowsOf(bia);
    if (!request?.sealedKey) throw new Error("no request");
    const documents = await world.owner
      .selectFrom("verificationDocument")
      .where("requestId", "=", request.id)
      .select(["kind", "objectKey"])
      .execute();
    const place = { ownerId: request.id, sealedKey: request.sealedKey };
    const widths: Record<string, number> = {};
    for (const { kind, objectKey } of documents) {
      const bytes = await world.context.documentVault.get({ ...place, objectKey });
      const { format, width, exif, xmp } = await sharp(bytes).metadata();
      expect([format, exif, xmp]).toEqual(["webp", undefined, undefined]);
      expect(Buffer.from(bytes ?? []).includes(CANARY)).toBe(false);
      widths[kind] = width;
    }
    expect(widths).toEqual({ front: 400, back: 310, selfie: 320 });
  });

  test("[T38] is refused a second request while one waits, also of two at once", async () => {
    const carla = await makeSignedIn(world);
    const replies = await Promise.all([send(carla), send(carla), send(carla)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await send(carla)).failure).toMatchObject({
      code: "VERIFICATION_PENDING",
      userMessage: "Seus documentos já estão em análise.",
    });
    expect(await rowsOf(carla)).toHaveLength(1);
  });

  test("[T51] is refused below 18 and with an impossible date, and nothing is stored", async () => {
    const dora = await makeSignedIn(world);
    const before = await takeStock(world);
    for (const [day, text] of [
      ["2015-01-01", "Você deve ter pelo menos 18 anos"],
      ["1850-01-01", "Confira a data de nascimento"],
      ["1995-02-30", "Informe sua data de nascimento"],
      ["", "Informe sua data de nascimento"],
    ] as const) {
      const { failure } = await send(dora, { birthOn: day });
      expect(failure).toMatchObject({ code: "VALIDATION_ERROR", details: { fields: { birthOn: text } } });
    }
    expect(await takeStock(world)).toEqual(before);
  });

  test("[D2.66][D2.67] is refused without all three pictures, and with a file that is no picture, is cut or has too many pixels", async () => {
    const eva = await makeSignedIn(world);
    const before = { stock: await takeStock(world), documents: await listDocuments(world) };
    expect((await send(eva, { birthOn }, pictures.slice(1))).failure).toMatchObject({
      code: "VALIDATION_ERROR",
      details: { fields: { photos: "Envie a frente e o verso do documento e a selfie" } },
    });
    const brokenFiles = [...pictures.slice(1), new Blob(["no picture"])];
    expect((await send(eva, { birthOn }, brokenFiles)).failure.code).toBe("FILE_INVALID_TYPE");
    for (const [code, bytes] of [
      ["FILE_INCOMPLETE", (await makePhoto()).subarray(0, -64)],
      ["PHOTO_TOO_LARGE", makeBlankPng({ width: 8_064, height: 6_048 })],
    ] as const) {
      const refusedFile = new Blob([new Uint8Array(bytes)]);
      expect((await send(eva, { birthOn }, [...pictures.slice(1), refusedFile])).failure.code).toBe(code);
    }
    expect((await send(eva, { birthOn }, [...pictures, ...pictures])).failure.code).toBe("PHOTOS_TOO_MANY");
    expect({ stock: await takeStock(world), documents: await listDocuments(world) }).toEqual(before);
  });

  test("sees why a request was rejected, and may send again", async () => {
    const fabi = await makeSignedIn(world);
    const { id } = await makeVerification(world, fabi.id, { createdAt: new Date(Date.now() - 1_000) });
    const staff = await makeSignedIn(world, { role: "admin" });
    await staff.browser.api.verification.reject({ params: { id }, body: { reason: "unreadable" } });
    const { body } = await fabi.browser.api.verification.mine();
    expect(body).toMatchObject({ request: { status: "rejected" }, mayRequest: true });
    expect(body.request?.reason).toContain("Não conseguimos ler o documento");
    expect((await send(fabi)).body).toMatchObject({ request: { status: "pending", reason: null } });
  });

  test("is refused once the identity is verified", async () => {
    const gabi = await makeSignedIn(world);
    const { id } = await makeVerification(world, gabi.id);
    const staff = await makeSignedIn(world, { role: "admin" });
    await staff.browser.api.verification.approve({ params: { id }, body: { birthOn } });
    expect((await gabi.browser.api.verification.mine()).body).toMatchObject({
      request: { status: "approved" },
      isAgeAssured: true,
      mayRequest: false,
    });
    expect((await send(gabi)).failure.code).toBe("VERIFICATION_DONE");
  });

  test("[D3.24] is refused when the profile is managed, and so is staff", async () => {
    const managed = await makeSignedIn(world, { isManaged: true });
    expect((await send(managed)).failure.code).toBe("PERMISSION_DENIED");
    const staff = await makeSignedIn(world, { role: "admin" });
    expect((await send(staff)).failure.code).toBe("PERMISSION_DENIED");
    expect((await staff.browser.api.verification.mine()).failure.code).toBe("PERMISSION_DENIED");
  });

  test("[D4.20] reads that a running highlight puts the request first, and is not verified by it", async () => {
    const hana = await makeSignedIn(world);
    await grant(world.owner, hana, { highlightedUntil: new Date(Date.now() + 3_600_000) });
    expect((await hana.browser.api.verification.mine()).body).toMatchObject({ hasPriority: true, isAgeAssured: false });
  });

  test("[T58] may send documents five times a day, and pick wrong files besides", async () => {
    const iara = await makeSignedIn(world);
    const staff = await makeSignedIn(world, { role: "admin" });
    const brokenFiles = [...pictures.slice(1), new Blob(["no picture"])];
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await send(iara, { birthOn }, brokenFiles)).failure.code).toBe("FILE_INVALID_TYPE");
      expect((await send(iara)).status).toBe(200);
      const waitingRequest = (await rowsOf(iara)).find(({ status }) => status === "pending");
      const params = { id: waitingRequest?.id ?? "" };
      await staff.browser.api.verification.reject({ params, body: { reason: "unreadable" } });
    }
    expect((await send(iara)).failure.code).toBe("RATE_LIMIT_EXCEEDED");
    expect(await rowsOf(iara)).toHaveLength(5);
  });
});
