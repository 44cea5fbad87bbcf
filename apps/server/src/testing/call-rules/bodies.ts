import { Readable } from "node:stream";
import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { REFUSED_BODY_POINTS } from "@caramelo/contract/call/rate-limits";
import { expect, vi } from "vitest";
import { boundsOfBody } from "../../platform/http/body-bounds.ts";
import { JSON_TYPE, sampleInput } from "../access-matrix/sample-input.ts";
import { largestJsonOf } from "../largest-json.ts";
import { writeMultipart } from "../multipart.ts";
import { makeSignedIn } from "../signed-in.ts";
import { openWorld, type World } from "../world.ts";
import type { CallRules } from "./rule.ts";

/** This text identifies a body among all that is parsed at the same time. */
export const MARK = "the body of this test";
export const NESTED = `{"${MARK}":${"[".repeat(1_000)}`;
// This list is longer than any that a call takes.
export const MANY = `{"${MARK}":[${"1,".repeat(2_400)}1]}`;

type Browser = ReturnType<World["browser"]>;
export type SentBody = { payload: string | Buffer | Readable; headers?: Record<string, string> };

function pathOf(call: AnyCall): string {
  const { params } = sampleInput(call);
  return `/api${call.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])))}`;
}

/** The JSON as the body of a call; in an upload it is the part `data`. */
export function carry({ kind }: AnyCall, text: string): SentBody {
  if (kind === "json") return { payload: text };
  const { headers, body } = writeMultipart([{ name: "data", content: text }]);
  return { headers, payload: Buffer.from(body) };
}

/** A text of JSON that is one byte longer than the call takes. */
const tooLong = ({ body }: AnyCall) => `{"${MARK}":"`.padEnd(boundsOfBody(body, "body").bytes - 1, "x").concat('"}');

/** Opens a world in which bodies are counted, and what tests of bodies need. */
export async function openBodies() {
  const world = await openWorld({ LIMIT_BODIES: `${5 * REFUSED_BODY_POINTS}/60` });
  let take = vi.spyOn(world.limits.bodies, "take");
  let charge = vi.spyOn(world.limits.bodies, "charge");

  /** A new caller each time, because a call may end its caller's session. */
  async function openCaller({ access }: Pick<AnyCall, "access">): Promise<Browser> {
    if (access !== "member" && access !== "admin") return world.browser();
    return (await makeSignedIn(world, access === "admin" ? { role: "admin" } : {})).browser;
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

  return {
    world,
    openCaller,
    send,
    sendTo: (browser: Browser, call: AnyCall, body: SentBody) => send(browser, call.method, pathOf(call), body),
    /** Begins to count with full buckets, until all mocks are restored. */
    begin: () => {
      world.pass(60_000);
      vi.spyOn(JSON, "parse");
      take = vi.spyOn(world.limits.bodies, "take");
      charge = vi.spyOn(world.limits.bodies, "charge");
    },
    listParsed: () => vi.mocked(JSON.parse).mock.calls.filter(([text]) => String(text).includes(MARK)),
    pointsTaken: () => take.mock.calls.length + charge.mock.calls.reduce((sum, [, points]) => sum + points, 0),
  };
}

/** How each call that takes a body must treat those that are too large for it, and the largest one. */
export async function openBodyRules(): Promise<CallRules> {
  const { begin, openCaller, sendTo, listParsed, pointsTaken } = await openBodies();

  async function expectRefused(call: AnyCall, body: SentBody): Promise<void> {
    const browser = await openCaller(call);
    begin();
    const reply = await sendTo(browser, call, body);
    const [parsedBodies, points] = [listParsed(), pointsTaken()];
    vi.restoreAllMocks();
    const { VALIDATION_ERROR } = errorCatalogue;
    expect(reply.json()).toMatchObject({ code: "VALIDATION_ERROR", userMessage: VALIDATION_ERROR.text });
    expect(reply.statusCode).toBe(VALIDATION_ERROR.status);
    expect([parsedBodies, points]).toEqual([[], REFUSED_BODY_POINTS]);
  }

  const refusing = (make: (call: AnyCall) => SentBody, kinds: readonly AnyCall["kind"][]): CallRules[string] => {
    return async ({ call }) => {
      if (call.method !== "GET" && kinds.includes(call.kind)) await expectRefused(call, make(call));
    };
  };
  const anyKind = ["json", "upload", "stream"] as const;

  return {
    "[T58] refuses a body that is one byte too long, unparsed, and counts it many times": refusing(
      (call) => carry(call, tooLong(call)),
      anyKind,
    ),
    "[T58] refuses a body that nests too deeply, unparsed, and counts it many times": refusing(
      (call) => carry(call, NESTED),
      anyKind,
    ),
    "[T58] refuses a body with too many values, unparsed, and counts it many times": refusing(
      (call) => carry(call, MANY),
      anyKind,
    ),
    "[T58] refuses a body that comes in pieces, without a length, once it is too long": refusing(
      (call) => ({ payload: Readable.from([tooLong(call).slice(0, 1_000), tooLong(call).slice(1_000)]) }),
      ["json"],
    ),
    "[T58] parses the largest body that its schema accepts": async ({ call }) => {
      if (call.method === "GET" || call.kind !== "json") return;
      const { bytes } = boundsOfBody(call.body, "body");
      const largest = call.body ? largestJsonOf(call.body) : "{}";
      // Where the schema accepts more than any body may have (several mail texts at once), a small body is sent.
      const payload = largest.length > bytes ? '{"changes":[]}' : largest;
      const browser = await openCaller(call);
      begin();
      await sendTo(browser, call, { payload });
      const texts = vi.mocked(JSON.parse).mock.calls.map(([text]) => text);
      vi.restoreAllMocks();
      expect(texts.some((text) => text === payload)).toBe(true);
    },
  };
}
