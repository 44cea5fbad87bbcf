import { Readable } from "node:stream";
import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { REFUSED_BODY_POINTS } from "@caramelo/contract/call/rate-limits";
import { contract } from "@caramelo/contract/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { JSON_TYPE, sampleInput } from "../../testing/access-matrix/sample-input.ts";
import { largestJsonOf } from "../../testing/largest-json.ts";
import { writeMultipart } from "../../testing/multipart.ts";
import { makeSignedIn, openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { boundsOfBody } from "./body-bounds.ts";

const world = await openWorld({ LIMIT_BODIES: `${5 * REFUSED_BODY_POINTS}/60` });
/** This text identifies a body among all that is parsed at the same time. */
const MARK = "the body of this test";
const NESTED = `{"${MARK}":${"[".repeat(1_000)}`;
// This list is longer than any that a call takes.
const MANY = `{"${MARK}":[${"1,".repeat(1_900)}1]}`;

const taking = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).flatMap(([name, call]: [string, AnyCall]) =>
    call.method === "GET" ? [] : [{ name: `${feature}.${name}`, call }],
  ),
);
const json = taking.filter(({ call }) => call.kind === "json");

type Browser = ReturnType<typeof world.browser>;
type SentBody = { payload: string | Buffer | Readable; headers?: Record<string, string> };

/** A new caller each time, because a call may end its caller's session. */
async function openCaller({ access }: Pick<AnyCall, "access">): Promise<Browser> {
  if (access !== "member" && access !== "admin") return world.browser();
  return (await makeSignedIn(world, access === "admin" ? { role: "admin" } : {})).browser;
}

function pathOf(call: AnyCall): string {
  const { params } = sampleInput(call);
  return `/api${call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))}`;
}

/** Sends bytes without a socket, so that they may come in pieces and without a length. */
function send(
  { jar, base, address }: Browser,
  method: string,
  url: string,
  { payload, headers = JSON_TYPE }: SentBody,
) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
  const own = { origin: base, host: new URL(base).host, "x-forwarded-for": address, ...(cookie && { cookie }) };
  // Only methods of the contract are sent.
  return world.app.inject({ method: method as "POST", url, headers: { ...own, ...headers }, payload });
}

const sendTo = (browser: Browser, call: AnyCall, body: SentBody) => send(browser, call.method, pathOf(call), body);

/** The JSON as the body of a call; in an upload it is the part `data`. */
function carry({ kind }: AnyCall, text: string): SentBody {
  if (kind === "json") return { payload: text };
  const { headers, body } = writeMultipart([{ name: "data", content: text }]);
  return { headers, payload: Buffer.from(body) };
}

const parsed = () => vi.mocked(JSON.parse).mock.calls.filter(([text]) => String(text).includes(MARK));
const pointsTaken = () => take.mock.calls.length + charge.mock.calls.reduce((sum, [, points]) => sum + points, 0);
let take = vi.spyOn(world.limits.bodies, "take");
let charge = vi.spyOn(world.limits.bodies, "charge");

// Each test begins with full buckets, and with nothing counted.
beforeEach(() => {
  world.pass(60_000);
  vi.spyOn(JSON, "parse");
  take = vi.spyOn(world.limits.bodies, "take");
  charge = vi.spyOn(world.limits.bodies, "charge");
});
afterEach(() => void vi.restoreAllMocks());

/** A text of JSON that is one byte longer than the call takes. */
const tooLong = ({ body }: AnyCall) => `{"${MARK}":"`.padEnd(boundsOfBody(body, "body").bytes - 1, "x").concat('"}');

async function expectRefused(call: AnyCall, body: SentBody): Promise<void> {
  const reply = await sendTo(await openCaller(call), call, body);
  const { VALIDATION_ERROR } = errorCatalogue;
  expect(reply.json()).toMatchObject({ code: "VALIDATION_ERROR", userMessage: VALIDATION_ERROR.text });
  expect(reply.statusCode).toBe(VALIDATION_ERROR.status);
  expect(parsed()).toEqual([]);
  expect(pointsTaken()).toBe(REFUSED_BODY_POINTS);
}

describe.each(taking)("$name", ({ call }) => {
  test("[T58] refuses a body that is one byte too long, unparsed, and counts it many times", async () => {
    await expectRefused(call, carry(call, tooLong(call)));
  });

  test("[T58] refuses a body that nests too deeply, unparsed, and counts it many times", () =>
    expectRefused(call, carry(call, NESTED)));

  test("[T58] refuses a body with too many values, unparsed, and counts it many times", () =>
    expectRefused(call, carry(call, MANY)));
});

describe.each(json)("$name", ({ call }) => {
  test("[T58] refuses a body that comes in pieces, without a length, once it is too long", async () => {
    const text = tooLong(call);
    await expectRefused(call, { payload: Readable.from([text.slice(0, 1_000), text.slice(1_000)]) });
  });

  test("[T58] parses the largest body that its schema accepts, for one point until its schema has judged it", async () => {
    const { bytes } = boundsOfBody(call.body, "body");
    const largest = call.body ? largestJsonOf(call.body) : "{}";
    // Where the schema accepts more than any body may have (several mail texts at once), a small body is sent.
    const payload = largest.length > bytes ? '{"changes":[]}' : largest;
    await sendTo(await openCaller(call), call, { payload });
    expect(vi.mocked(JSON.parse).mock.calls.some(([text]) => text === payload)).toBe(true);
  });
});

const { signIn } = contract.accounts;
const WRONG = { email: "a@exemplo.invalid", password: "uma senha qualquer", remember: false };

describe("bodies", () => {
  test("[T58] cost one point where they are taken, whatever the call says to them", async () => {
    const reply = await sendTo(world.browser(), signIn, { payload: JSON.stringify(WRONG) });
    expect(reply.json().code).toBe("AUTH_INVALID_CREDENTIALS");
    expect(pointsTaken()).toBe(1);
  });

  test("[T58] cost as much as refused ones where they break the schema, are no JSON, or are of another type", async () => {
    const refused: SentBody[] = [
      { payload: JSON.stringify({ ...WRONG, password: 1 }) },
      { payload: "{" },
      { payload: "" },
      { payload: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
      carry({ ...signIn, kind: "upload" } as AnyCall, "{}"),
    ];
    for (const [index, sent] of refused.entries()) {
      expect((await sendTo(world.browser(), signIn, sent)).json().code).toBe("VALIDATION_ERROR");
      expect(pointsTaken()).toBe((index + 1) * REFUSED_BODY_POINTS);
    }
  });

  test("[T58] are not read any more once an address without a session has sent too many that were refused", async () => {
    const guest = world.browser();
    const reply = () => sendTo(guest, signIn, { payload: NESTED });
    for (let time = 0; time < 5; time += 1) expect((await reply()).statusCode).toBe(400);
    const late = await sendTo(guest, signIn, { payload: JSON.stringify({ ...WRONG, email: MARK }) });
    expect([late.statusCode, late.json().code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect(parsed()).toEqual([]);
    // Callers at other addresses are still answered, and so is somebody who is signed in at the same address.
    expect((await sendTo(world.browser(), signIn, { payload: JSON.stringify(WRONG) })).statusCode).toBe(401);
    const neighbour = { ...(await openCaller(contract.settings.change)), address: guest.address };
    expect((await sendTo(neighbour, contract.settings.change, { payload: "{}" })).statusCode).toBe(200);
    world.pass(60_000);
    expect((await sendTo(guest, signIn, { payload: JSON.stringify(WRONG) })).statusCode).toBe(401);
  });

  test("[T58] of one session leave those of the member's other sessions alone", async () => {
    const { id, browser: intruder } = await makeSignedIn(world);
    const owner = await openBrowserOf(world, id);
    const { change } = contract.settings;
    for (let time = 0; time < 5; time += 1)
      expect((await sendTo(intruder, change, { payload: MANY })).statusCode).toBe(400);
    expect((await sendTo(intruder, change, { payload: "{}" })).statusCode).toBe(429);
    expect((await sendTo(owner, change, { payload: "{}" })).statusCode).toBe(200);
  });

  test("[T05][T58] of callers without access are neither counted nor looked at", async () => {
    const strangers = [
      [contract.settings.change, "AUTH_NO_SESSION"],
      [contract.operator.change, "ADMIN_ONLY"],
    ] as const;
    for (const [call, code] of strangers)
      expect((await sendTo(world.browser(), call, { payload: NESTED })).json().code).toBe(code);
    const foreign = { ...JSON_TYPE, origin: "https://elsewhere.example" };
    const member = await openCaller(contract.settings.change);
    const reply = await sendTo(member, contract.settings.change, { payload: NESTED, headers: foreign });
    expect(reply.json().code).toBe("PERMISSION_DENIED");
    expect(parsed()).toEqual([]);
    expect(pointsTaken()).toBe(0);
  });

  test("[T58] to addresses that are not there are not parsed", async () => {
    for (const [method, url] of [
      ["POST", "/api/nothing"],
      ["PUT", "/api/session"],
      ["DELETE", "/login"],
      ["PATCH", "/api/docs"],
    ] as const) {
      const reply = await send(world.browser(), method, url, { payload: `{"a":"${MARK}"}` });
      expect([reply.statusCode, reply.json().code]).toEqual([404, "NOT_FOUND"]);
    }
    expect(parsed()).toEqual([]);
  });
});
