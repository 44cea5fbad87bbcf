import { freeText, lineText } from "@caramelo/contract/call/text";
import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { CUT_BODY } from "../../testing/call-rules/declared.ts";
import { BODY_MAX_BYTES, boundsOfBody, largestOf } from "./body-bounds.ts";

const calls = listCalls();
const withBody = calls.flatMap(([name, { body }]) => (body ? [{ name, body }] : []));

test("[T58] a call whose body the schema does not bound cannot be registered", () => {
  const text = z.string().max(10);
  const unbounded: [z.ZodType, string][] = [
    [z.strictObject({ a: z.string() }), "x.body.a: a text without a maximum"],
    [z.strictObject({ a: z.string().regex(/^a{3}$/) }), "x.body.a: a text without a maximum"],
    // A text that is trimmed before its maximum applies may arrive at any length.
    [z.strictObject({ a: z.string().trim().max(10) }), "x.body.a: a text without a maximum"],
    [z.strictObject({ a: z.iso.datetime() }), "x.body.a: a text without a maximum"],
    [z.strictObject({ a: z.array(text) }), "x.body.a: a list without a maximum"],
    [z.strictObject({ a: z.array(z.string()).max(2) }), "x.body.a: a text without a maximum"],
    [z.strictObject({ a: z.union([text, z.string()]).optional() }), "x.body.a: a text without a maximum"],
    [z.strictObject({ a: z.record(text, text) }), "x.body.a: nothing says how large a value of the type record"],
    [z.strictObject({ a: z.unknown() }), "x.body.a: nothing says how large a value of the type unknown"],
    [z.strictObject({ a: z.lazy(() => text) }), "x.body.a: nothing says how large a value of the type lazy"],
  ];
  for (const [schema, fault] of unbounded) expect(() => boundsOfBody(schema, "x.body")).toThrow(fault);
});

test("[T58] free text is bounded as it is typed, with room for what tidying takes away", () => {
  const texts = { required: "Falta", tooLong: "Longo" };
  for (const field of [freeText(60, texts), lineText(60, texts)]) {
    expect(field.safeParse(`${" ".repeat(50)}${"💛".repeat(60)}${" ".repeat(50)}`).success).toBe(true);
    expect(field.safeParse(`a${" ".repeat(340)}`).error?.issues.map(({ message }) => message)).toEqual([texts.tooLong]);
  }
});

describe("[T58] the limit of each call's body", () => {
  test("most need four kilobytes, and none more than any body may have", () => {
    const bytes = calls.map(([, { body }]) => boundsOfBody(body, "body").bytes);
    expect(bytes.filter((byteCount) => byteCount === 4_096).length).toBeGreaterThan(calls.length / 2);
    expect(Math.max(...bytes)).toBeLessThanOrEqual(BODY_MAX_BYTES);
  });

  test("only where several of the operator's mails could be saved at once does the schema allow more than any body may have", () => {
    const cutCalls = withBody.filter(({ name, body }) => largestOf(body, name).bytes > BODY_MAX_BYTES);
    expect(cutCalls.map(({ name }) => name)).toEqual([CUT_BODY]);
  });
});
