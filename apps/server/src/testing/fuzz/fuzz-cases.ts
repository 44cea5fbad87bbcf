import type { AnyCall } from "@caramelo/contract/call/call";
import fc from "fast-check";
import type * as z from "zod";
import { type SampleInput, sampleInput } from "../access-matrix/sample-input.ts";
import { arbitraryOfSchema } from "./arbitrary-of-schema.ts";

const PARTS = ["params", "query", "body"] as const;
type Part = (typeof PARTS)[number];

/** One attempt at a call: the input as it is sent, and changes to the request around it. */
export type FuzzCase = {
  input: SampleInput;
  /** The whole body, if it is not the JSON of `input.body`. */
  rawBody: string | undefined;
  contentType: string | undefined;
  /** The kinds of files that an upload carries. */
  files: ("photo" | "broken" | "text" | "empty")[];
  isValid: boolean;
};

const HOSTILE_TEXTS = [
  "",
  " ",
  "\0",
  "\ud800",
  "\u202e\u200b",
  "a\u0301".repeat(500),
  "😀".repeat(2_100),
  "x".repeat(70_000),
  "'; drop table member; --",
  "%_\\",
  "{{7*7}}<script>alert(1)</script>",
  "../../../etc/passwd",
  "-1",
  "1e309",
  "9999999999999999999",
  "NaN",
  "2026-02-30T25:61:61Z",
];
const hostileValue = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom<unknown>(null, true, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[[]]]], { $gt: "" }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary", maxLength: 200 }),
);
const hostileKey = fc.oneof(
  fc.constantFrom("__proto__", "constructor", "id", "role", "isAdmin", "memberId", "", "\0", "a".repeat(500)),
  fc.string({ maxLength: 20 }),
);
const rawBody = fc.oneof(
  fc.constantFrom("", "{", "null", "[]", '"x"', "0", "{}{}", '{"a":1,"a":2}', "[".repeat(50_000), '{"\\ud800":1}'),
  fc.string({ unit: "binary", maxLength: 500 }),
);
const CONTENT_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/xml",
  "x",
];

/** Draws attempts at a call; more than half have an input that passes its schemas. `ids` belong to existing things. */
export function fuzzCasesOf(call: AnyCall, ids: string[]): fc.Arbitrary<FuzzCase> {
  const valid = validInputOf(call, ids);
  const files = fc.array(fc.constantFrom("photo", "photo", "broken", "text", "empty"), { maxLength: 4 });
  const plain = { rawBody: undefined, contentType: undefined };
  return fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .record({ input: valid, files })
        .map((fuzzCase): FuzzCase => ({ ...fuzzCase, ...plain, isValid: true })),
    },
    {
      weight: 3,
      arbitrary: fc
        .record({ input: brokenInputOf(valid), files })
        .map((fuzzCase): FuzzCase => ({ ...fuzzCase, ...plain, isValid: false })),
    },
    {
      weight: 1,
      arbitrary: fc
        .record({ input: valid, files, rawBody, contentType: fc.constantFrom(undefined, ...CONTENT_TYPES) })
        .map((fuzzCase): FuzzCase => ({ ...fuzzCase, isValid: false })),
    },
  );
}

/** Draws inputs that pass the schemas. If a drawn part breaks a refinement, the sample replaces some or all of it. */
function validInputOf(call: AnyCall, ids: string[]): fc.Arbitrary<SampleInput> {
  const partOf = (part: Part) => {
    const schema: z.ZodType | undefined = call[part];
    const sample = () => sampleInput(call)[part] ?? {};
    if (!schema) return fc.constant({});
    return fc.tuple(arbitraryOfSchema(schema, ids), fc.infiniteStream(fc.boolean())).map(([madeInput, choices]) => {
      const mixed = mix(madeInput, sample(), choices);
      return [madeInput, mixed, sample()].find((candidate) => schema.safeParse(candidate).success) ?? sample();
    });
  };
  // The cast holds because the schema of each part is that of an object.
  return fc
    .record({ params: partOf("params"), query: partOf("query"), body: partOf("body") })
    .map((input) => ({ ...input, body: call.body ? input.body : undefined })) as fc.Arbitrary<SampleInput>;
}

/** Replaces the sample's values of some keys, chosen at random, by the drawn ones. */
function mix(madeInput: unknown, sample: Record<string, unknown>, choices: Iterator<boolean>): Record<string, unknown> {
  const own = Object(madeInput) as Record<string, unknown>; // Every object can be read by key.
  return Object.fromEntries(
    Object.entries(sample).map(([key, value]) => [key, choices.next().value && key in own ? own[key] : value]),
  );
}

const ADDRESS_TEXT_MAX = 500;

/** Breaks up to two keys of a valid input: with another value, without the key, or with an undeclared key. */
function brokenInputOf(valid: fc.Arbitrary<SampleInput>): fc.Arbitrary<SampleInput> {
  const change = fc.record({
    part: fc.constantFrom(...PARTS),
    kind: fc.constantFrom("replace", "remove", "add"),
    at: fc.nat({ max: 20 }),
    key: hostileKey,
    value: hostileValue,
  });
  return fc.tuple(valid, fc.array(change, { minLength: 1, maxLength: 2 })).map(([input, changes]) => {
    const brokenInput: SampleInput = structuredClone(input);
    for (const { part, kind, at, key, value: drawnValue } of changes) {
      // Longer addresses are refused before any call is found, and the connection is closed.
      const value =
        part !== "body" && typeof drawnValue === "string" ? drawnValue.slice(0, ADDRESS_TEXT_MAX) : drawnValue;
      const target = brokenInput[part] ?? {};
      const keys = Object.keys(target);
      const existing = keys[at % Math.max(keys.length, 1)];
      // A path without one of its params would be another path, so params are only replaced.
      if (part === "params" && (kind !== "replace" || existing === undefined)) continue;
      if (kind === "add" || existing === undefined) target[key] = value;
      else if (kind === "remove") delete target[existing];
      else target[existing] = value;
      if (part === "body") brokenInput.body = target;
    }
    return brokenInput;
  });
}
