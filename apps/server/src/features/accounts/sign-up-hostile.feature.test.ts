import type { ErrorCode } from "@caramelo/contract/call/errors";
import { describe, expect, test, vi } from "vitest";
import { fc, runs } from "../../../../../testing/properties.ts";
import { eachKind } from "../../testing/each-kind.ts";
import { makePhoto, type SampleFile, sampleFiles } from "../../testing/hostile-files.ts";
import { listSpool, sweepUp, takeStock } from "../../testing/leftovers.ts";
import { type Part, startUpload, writeMultipart } from "../../testing/multipart.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeMember, PASSWORD, signUpForm } from "../../testing/people.ts";
import { expectRefusal } from "../../testing/refusals.ts";
import { openWorld } from "../../testing/world.ts";

type Request = { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | string };

const world = await openWorld();
const good = await makePhoto({ format: "png", width: 200, height: 200 });
const send = (request: Request, browser = world.browser()) =>
  browser.raw("/api/accounts", { method: "POST", ...request });
const dataPart = (content = JSON.stringify(signUpForm())): Part => ({ name: "data", content });
const photoPart = (content: Uint8Array = good): Part => ({
  name: "photos",
  filename: "foto.jpg",
  type: "image/jpeg",
  content,
});
const times = (count: number, part: Part) => Array.from({ length: count }, () => part);
const whole = writeMultipart([dataPart(), photoPart(), photoPart()]);
/** A body without its last `bytes`. */
const cut = (bytes: number, ...parts: Part[]) => {
  const { headers, body } = writeMultipart(parts);
  return { headers, body: body.slice(0, body.length - bytes) };
};

describe("a file next to a valid photo", () => {
  const listNamed = (pattern: RegExp) =>
    sampleFiles.filter((file) => file.expected !== "photo" && pattern.test(file.name));
  const bombs = listNamed(/20,000|megapixels|65,500|12,001|no pixels|animated|other pixels/);
  const damaged = listNamed(/damage|the first \d|empty|without (?:its last|half)|ends before one|never arrived/);
  const large = listNamed(/of 5 MB|6 MB/);
  const dear = listNamed(/hundred texts|interlaced/);
  const small = listNamed(/one pixel|199|too narrow/);
  const foreign = listNamed(/ as \.jpg|only the first bytes/);
  const refuse = async ({ bytes, expected }: SampleFile) => {
    const parts = [dataPart(), photoPart(), photoPart(await bytes())];
    // `listNamed` lists only files that are refused, so `expected` is an error code.
    await expectRefusal(world, () => send(writeMultipart(parts)), expected as ErrorCode);
  };

  const kindOf = ({ name, expected }: SampleFile) => `${expected} ${/JPEG|PNG|WebP/.exec(name)}`;
  test.each(eachKind(foreign, kindOf))("[T35][TC.01] $name is refused", refuse);
  test.each(eachKind(bombs, kindOf))("[T36][TC.02] $name is refused", refuse);
  test.each(eachKind(damaged, kindOf))("[T35][TC.03] $name is refused", refuse);
  test.each(eachKind(large, kindOf))("[D2.30][TC.04] $name is refused", refuse);

  test.each(eachKind(dear, kindOf))("[T65] $name is refused", refuse);
  test.each(eachKind(small, kindOf))("[T35] $name is refused", refuse);

  test("the tables above use every hostile file", () => {
    const testedFiles = [...foreign, ...bombs, ...damaged, ...large, ...dear, ...small];
    expect(new Set(testedFiles).size).toBe(testedFiles.length);
    expect(testedFiles).toHaveLength(listNamed(/./).length);
  });

  test("[T36][TC.02] that is a bomb does not block other calls while it is examined", async () => {
    const bytes = await Promise.all(bombs.slice(0, 4).map((file) => file.bytes()));
    const attempts = bytes.map((bomb) => send(writeMultipart([dataPart(), photoPart(bomb), photoPart(bomb)])));
    const calls = await Promise.all(Array.from({ length: 20 }, () => world.browser().api.accounts.session()));
    expect(calls.map((call) => call.status)).toEqual(Array(20).fill(200));
    expect((await Promise.all(attempts)).map((reply) => reply.status)).toEqual(Array(4).fill(422));
  });
});

describe("the body of a sign-up", () => {
  const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(signUpForm()) };
  const bodies: [string, Request, ErrorCode][] = [
    ["without the data part", writeMultipart(times(2, photoPart())), "VALIDATION_ERROR"],
    ["with two data parts", writeMultipart([dataPart(), dataPart(), ...times(2, photoPart())]), "VALIDATION_ERROR"],
    [
      "whose data part is a file",
      writeMultipart([{ ...dataPart(), filename: "a.json" }, ...times(2, photoPart())]),
      "VALIDATION_ERROR",
    ],
    ["whose data part is not JSON", writeMultipart([dataPart("{"), ...times(2, photoPart())]), "VALIDATION_ERROR"],
    [
      "whose data part has 1 MB of blanks",
      writeMultipart([dataPart(" ".repeat(1e6) + JSON.stringify(signUpForm())), ...times(2, photoPart())]),
      "VALIDATION_ERROR",
    ],
    [
      "with files under another name",
      writeMultipart([dataPart(), ...times(2, { ...photoPart(), name: "fotos" })]),
      "VALIDATION_ERROR",
    ],
    [
      "with a file under a name of 10,000 letters",
      writeMultipart([dataPart(), photoPart(), { ...photoPart(), name: "f".repeat(10_000) }]),
      "VALIDATION_ERROR",
    ],
    [
      "with a file under no name",
      writeMultipart([dataPart(), photoPart(), { type: "image/jpeg", content: good }]),
      "PHOTOS_TOO_FEW",
    ],
    [
      "with texts as photos",
      writeMultipart([dataPart(), ...times(2, { name: "photos", content: "foto" })]),
      "FILE_INVALID_TYPE",
    ],
    [
      "with a hundred more parts",
      writeMultipart([dataPart(), ...times(100, { name: "x", content: "y" })]),
      "VALIDATION_ERROR",
    ],
    [
      "with a hundred parts without a name",
      writeMultipart([dataPart(), ...times(100, { content: "y" })]),
      "VALIDATION_ERROR",
    ],
    ["with a hundred photos", writeMultipart([dataPart(), ...times(100, photoPart())]), "PHOTOS_TOO_MANY"],
    ["without a part", writeMultipart([]), "VALIDATION_ERROR"],
    ["without a boundary", { ...whole, headers: { "content-type": "multipart/form-data" } }, "VALIDATION_ERROR"],
    [
      "with another boundary than it says",
      { ...whole, headers: { "content-type": "multipart/form-data; boundary=other" } },
      "VALIDATION_ERROR",
    ],
    ["of JSON", json, "VALIDATION_ERROR"],
    ["of JSON that says it is multipart", { ...whole, body: json.body }, "VALIDATION_ERROR"],
    ["of multipart that says it is JSON", { ...whole, headers: json.headers }, "VALIDATION_ERROR"],
    ["that says it is nothing known", { ...whole, headers: { "content-type": "x/y" } }, "VALIDATION_ERROR"],
    [
      "of an URL-encoded form",
      { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "data=%7B%7D" },
      "VALIDATION_ERROR",
    ],
    ["of nothing", { ...whole, body: "" }, "VALIDATION_ERROR"],
    ["that ends within a photo", cut(100, dataPart(), photoPart(), photoPart()), "VALIDATION_ERROR"],
    ["that ends within the head of a part", cut(60, dataPart(), { ...photoPart(), content: "" }), "VALIDATION_ERROR"],
    [
      "that ends within a file under another name",
      cut(100, dataPart(), { ...photoPart(), name: "fotos" }),
      "VALIDATION_ERROR",
    ],
    ["that ends within the data part", cut(100, dataPart()), "VALIDATION_ERROR"],
    ["that ends within a sixth photo", cut(100, dataPart(), ...times(6, photoPart())), "PHOTOS_TOO_MANY"],
  ];

  test.each(bodies)("%s is refused", async (_name, request, code) => {
    await expectRefusal(world, () => send(request), code);
  });

  test("is accepted with the photos before the data part", async () => {
    expect((await send(writeMultipart([photoPart(), photoPart(), dataPart()]))).status).toBe(200);
  });

  test("is refused when it ends before its first part", async () => {
    const { headers, body } = writeMultipart([dataPart(), photoPart(), photoPart()]);
    const first = new TextDecoder("latin1").decode(body).indexOf("\r\n");
    for (const end of [first + 2, first + 40, 1_486, body.length]) {
      const bytes = body.slice(0, end);
      bytes.set(new TextEncoder().encode("--"), first);
      expect((await send({ headers, body: bytes })).status).toBe(400);
    }
  });

  test("gets an error of the catalogue when it is cut or damaged anywhere, and the server keeps running", async () => {
    const form = JSON.stringify(signUpForm({ age: 17 }));
    const { headers, body } = writeMultipart([dataPart(form), photoPart(good.subarray(0, 60)), photoPart(good)]);
    const anywhere = fc.nat(body.length);
    const before = await takeStock(world);
    await fc.assert(
      fc.asyncProperty(anywhere, anywhere, fc.constantFrom("\r\n", "--", "\0", '"'), async (end, at, noise) => {
        const bytes = body.slice(0, Math.max(end, 1));
        bytes.set(new TextEncoder().encode(noise).slice(0, bytes.length - (at % bytes.length)), at % bytes.length);
        const reply = await send({ headers, body: bytes });
        expect([400, 422]).toContain(reply.status);
        await reply.arrayBuffer();
        expect(await takeStock(world)).toEqual(before);
      }),
      runs(500),
    );
  });
});

describe("the sender of a sign-up", () => {
  test("leaves nothing in the spool by hanging up half-way", async () => {
    const before = await takeStock(world);
    const { headers, body } = cut(1_000, dataPart(), photoPart(), photoPart(Buffer.alloc(300_000)));
    const upload = startUpload(world.browser().base, headers, body);
    await vi.waitFor(async () => expect(await listSpool(world)).toHaveLength(2), PATIENT);
    upload.hangUp();
    await vi.waitFor(async () => expect(await takeStock(world)).toEqual(before), PATIENT);
    expect((await world.browser().api.accounts.session()).status).toBe(200);
  });

  test("may not be signed in", async () => {
    const { email } = await makeMember(world.owner);
    const browser = world.browser();
    await browser.api.accounts.signIn({ body: { email, password: PASSWORD, remember: false } });
    const before = await takeStock(world);
    const reply = await browser.api.accounts.signUp({ body: signUpForm(), photos: [new Blob([new Uint8Array(good)])] });
    expect([reply.status, reply.failure.code]).toEqual([403, "PERMISSION_DENIED"]);
    expect(await takeStock(world)).toEqual(before);
  });

  test.each([
    ["of another site", { origin: "https://outro.example" }],
    ["of a page that will not say", { origin: "null" }],
    ["whose browser says cross-site", { "sec-fetch-site": "cross-site" }],
  ])("%s may not sign up", async (_who, headers) => {
    const request = { ...whole, headers: { ...whole.headers, ...headers } };
    await expectRefusal(world, () => send(request), "PERMISSION_DENIED");
  });

  test("has stored nothing with all the failed attempts above, except one account", async () => {
    const { files, objects } = await sweepUp(world);
    expect([objects.length, files.length]).toEqual([2, 6]);
  });
});
