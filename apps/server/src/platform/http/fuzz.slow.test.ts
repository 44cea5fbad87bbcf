import type { AnyCall } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { listCalls } from "@caramelo/contract/contract";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { type Actors, makeActors } from "../../testing/access-matrix/actors.ts";
import { CELL_RELATIONS } from "../../testing/access-matrix/expected.ts";
import { JSON_TYPE, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { isFieldText } from "../../testing/field-texts.ts";
import { type FuzzCase, fuzzCasesOf } from "../../testing/fuzz/fuzz-cases.ts";
import { openBrowserOf } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { parseInput } from "./input.ts";

/** `npm run fuzz` tries more cases than the suite, with another seed each time. */
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);

const unlimited = Object.keys(rateLimits).map((name) => [limitSetting(name), "999999/1"]);
const world = await openWorld(Object.fromEntries(unlimited));

const PHOTO = await sharp({ create: { width: 240, height: 240, channels: 3, background: "#a52" } })
  .jpeg()
  .toBuffer();
const FILES: Record<FuzzCase["files"][number], () => Blob> = {
  photo: () => new Blob([PHOTO], { type: "image/jpeg" }),
  broken: () => new Blob([PHOTO.subarray(0, 300)], { type: "image/jpeg" }),
  text: () => new Blob(["<svg onload=alert(1)>"], { type: "image/png" }),
  empty: () => new Blob([]),
};

/** The requests of these callers run side by side, so that they meet in the database. */
const CALLERS = ["baby", "daddy", "mommy", "owner", "guest"] as const;
/** Reads come last, so that they meet what the writes have stored. */
const calls = listCalls().toSorted(([, a], [, b]) => Number(a.method === "GET") - Number(b.method === "GET"));
const CASES_A_CALL = process.env.FUZZ_CASES ? Math.ceil(Number(process.env.FUZZ_CASES) / calls.length) : 200;

const NAMED_THINGS = ["member", "photo", "session", "mail", "notification"] as const;

async function listIds({ thing }: Actors): Promise<string[]> {
  const things = CELL_RELATIONS.flatMap((relation) => NAMED_THINGS.map((kind) => ({ relation, kind })));
  const ids: string[] = [];
  for (const { relation, kind } of things) ids.push(...(await thing(kind, relation)));
  return ids;
}

/** A caller of each kind. One whose session a call has ended gets another for the next attempt. */
async function openCallers() {
  const actors = await Promise.all(CALLERS.map((caller) => makeActors(world, caller)));
  const callers = actors.map(({ caller, browser, person }) => ({
    browser,
    renew: async () => (caller === "guest" ? world.browser() : openBrowserOf(world, (await person("own")).id)),
  }));
  return { ids: (await Promise.all(actors.map(listIds))).flat(), callers };
}

let readers: ReturnType<typeof openCallers> | undefined;

/**
 * Separate callers for a call that changes something. Reads share theirs, because making them takes as long as a
 * hundred attempts at a call.
 */
function callersOf(call: AnyCall) {
  if (call.method !== "GET") return openCallers();
  readers ??= openCallers();
  return readers;
}

type Browser = ReturnType<typeof world.browser>;

function attempt({ raw }: Browser, call: AnyCall, { input, rawBody, contentType, files }: FuzzCase): Promise<Response> {
  const photos = files.map((file) => FILES[file]());
  if (rawBody === undefined || call.method === "GET") return sendInput(raw, call, input, photos);
  return sendInput(
    (path, init) =>
      raw(path, { ...init, body: rawBody, headers: contentType ? { "content-type": contentType } : JSON_TYPE }),
    call,
    input,
    photos,
  );
}

/** What is wrong with an answer; undefined when a member could read it. */
async function findFault(reply: Response): Promise<string | undefined> {
  const text = await reply.text();
  if (reply.status < 400) return undefined;
  if (reply.status >= 500 && !(reply.status === 503 && reply.headers.has("retry-after")))
    return `${reply.status} ${text}`;
  const { code, userMessage, details } = JSON.parse(text);
  const knownError = errorCatalogue[code as keyof typeof errorCatalogue]; // undefined for any other code
  const areFieldsKnown = Object.values<string>(details?.fields ?? {}).every(isFieldText);
  return knownError?.text === userMessage && areFieldsKnown ? undefined : `${reply.status} ${text}`;
}

/** Whether the input passes the schemas of the call. Half of the cases must, so that they reach the handlers. */
function passesSchemas(call: AnyCall, { input, rawBody }: FuzzCase): boolean {
  if (rawBody !== undefined) return false;
  try {
    parseInput(call, input);
    return true;
  } catch {
    return false;
  }
}

describe("[T73] hostile and ordinary input, from every kind of caller, is answered by success or a refusal of the catalogue", () => {
  const counts = { cases: 0, passing: 0, statuses: new Map<number, number>() };

  test.each(calls)("%s", async (_, call) => {
    const { ids, callers } = await callersOf(call);
    const attempts = fc.array(fuzzCasesOf(call, ids), { minLength: callers.length, maxLength: callers.length });
    const property = fc.asyncProperty(attempts, async (batch) => {
      const faults = callers.map(async (caller, at) => {
        const input = batch[at];
        if (!input) return undefined;
        const reply = await attempt(caller.browser, call, input);
        if (reply.status === 401) caller.browser = await caller.renew();
        counts.cases += 1;
        counts.passing += Number(passesSchemas(call, input));
        counts.statuses.set(reply.status, (counts.statuses.get(reply.status) ?? 0) + 1);
        return findFault(reply);
      });
      expect((await Promise.all(faults)).filter(Boolean)).toEqual([]);
    });
    await fc.assert(property, { numRuns: Math.ceil(CASES_A_CALL / callers.length), seed: SEED });
  });

  afterAll(() => {
    if (process.env.FUZZ_CASES)
      process.stdout.write(`seed ${SEED}: ${JSON.stringify({ ...counts, statuses: [...counts.statuses] })}\n`);
  });

  test("at least half of the cases passed the schemas", () => {
    expect(counts.passing / counts.cases).toBeGreaterThanOrEqual(0.5);
  });
});
