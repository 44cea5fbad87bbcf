import { expect, test } from "vitest";
import * as z from "zod";
import { assertStrict } from "./strict.ts";

const loose = z.object({ a: z.string() });
const strict = z.strictObject({ a: z.string() });

test.each([
  ["a strict object", strict],
  ["strict objects within each other", z.strictObject({ list: z.array(strict).optional(), one: strict.nullable() })],
  ["a refined strict object", strict.refine(() => true)],
  ["plain values", z.strictObject({ n: z.int(), e: z.enum(["a"]), l: z.literal(true), b: z.boolean().optional() })],
])("%s passes", (_, schema) => {
  expect(() => assertStrict(schema, "x.body")).not.toThrow();
});

test.each([
  ["a plain object", loose],
  ["a loose object", z.looseObject({ a: z.string() })],
  ["one with a rest", z.object({}).catchall(z.string())],
  ["one in an object", z.strictObject({ inner: loose })],
  ["one in a list", z.strictObject({ list: z.array(loose) })],
  ["one that may be missing", z.strictObject({ inner: loose.optional() })],
  ["one that may be null", z.strictObject({ inner: loose.nullable() })],
  ["one with a default", z.strictObject({ inner: loose.default({ a: "" }) })],
  ["one of several", z.strictObject({ inner: z.union([z.string(), loose]) })],
  ["one in a tuple", z.strictObject({ inner: z.tuple([z.string(), loose]) })],
  ["one in the rest of a tuple", z.strictObject({ inner: z.tuple([z.string()], loose) })],
  ["one in a record", z.strictObject({ inner: z.record(z.string(), loose) })],
  ["one before a codec", z.strictObject({ inner: loose.pipe(z.any()) })],
  ["one in an intersection", z.strictObject({ inner: z.intersection(strict, loose) })],
  ["one that is made later", z.strictObject({ inner: z.lazy(() => strict) })],
])("%s is refused when the server starts", (_, schema) => {
  expect(() => assertStrict(schema, "x.body")).toThrow(/^x\.body/);
});
