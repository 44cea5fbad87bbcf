import { instant } from "@caramelo/contract/call/call";
import fastJson from "fast-json-stringify";
import { expect, test } from "vitest";
import * as z from "zod";
import { wireSchema } from "./wire-schema.ts";

const Answer = z.strictObject({
  at: instant(),
  name: z.string().nullable(),
  kind: z.enum(["a", "b"]).nullable(),
  child: z.strictObject({ n: z.int() }).nullable(),
  list: z.array(z.strictObject({ at: instant().nullable() })),
});
const write = fastJson(wireSchema(Answer));
const at = new Date("2026-11-21T10:00:00.000Z");
const full = { at, name: "Ana", kind: "a", child: { n: 1 }, list: [{ at }, { at: null }] };

test("an answer is written as the browser's schema reads it, moments included", () => {
  expect(z.decode(Answer, JSON.parse(write(full)))).toEqual(full);
});

test("what may be null is written as null", () => {
  const empty = { at, name: null, kind: null, child: null, list: [] };
  expect(z.decode(Answer, JSON.parse(write(empty)))).toEqual(empty);
});

test("[TA.04] keys that are not declared do not leave, at any depth", () => {
  const grownAnswer = { ...full, secret: 1, child: { n: 1, secret: 1 }, list: [{ at, secret: 1 }] };
  expect(write(grownAnswer)).toBe(write({ ...full, list: [{ at }] }));
});

test("texts are escaped", () => {
  const name = 'a"\\\u2028\n<script>\u0001';
  expect(JSON.parse(write({ ...full, name })).name).toBe(name);
});

test("a call whose answer JSON cannot represent does not start", () => {
  expect(() => wireSchema(z.strictObject({ at: z.date() }))).toThrow();
});
