import { call } from "@caramelo/contract/call/call";
import { fieldTexts, fieldWords } from "@caramelo/contract/call/errors";
import { lineText } from "@caramelo/contract/call/text";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { fc } from "../../../../../testing/properties.ts";
import { PLAIN_CALL } from "../../testing/plain-call.ts";
import { Failure } from "./failure.ts";
import { parseInput } from "./input.ts";

const name = lineText(10, { required: fieldTexts.nameRequired, tooLong: fieldTexts.nameTooLong });
const edit = call({
  ...PLAIN_CALL,
  method: "POST",
  path: "/things/:id",
  access: "member",
  params: z.strictObject({ id: z.string().regex(/^\d+$/) }),
  query: z.strictObject({ q: z.string().optional() }),
  body: z.strictObject({ name, age: z.int().min(18), tags: z.array(z.strictObject({ id: z.int() })).optional() }),
  answers: z.strictObject({}),
  errors: [],
  summary: "Changes a thing.",
});
const sound = { params: { id: "1" }, query: {}, body: { name: "Ana", age: 20 } };

function fieldsOf(change: Partial<typeof sound> | Record<string, unknown>): Record<string, string> | undefined {
  try {
    parseInput(edit, { ...sound, ...change });
    return undefined;
  } catch (error) {
    if (error instanceof Failure && error.code === "VALIDATION_ERROR") return error.details.fields;
    throw error;
  }
}

test("valid input is parsed", () => {
  const body = { name: "  Ana\t Maria ", age: 20, tags: [{ id: 1 }] };
  expect(parseInput(edit, { ...sound, body }).body).toEqual({ ...body, name: "Ana Maria" });
});

describe("the input check refuses", () => {
  test.each([
    ["an unknown key", { body: { ...sound.body, isAdmin: true } }, { isAdmin: fieldTexts.unknownField }],
    [
      "an unknown key within a list",
      { body: { ...sound.body, tags: [{ id: 1, x: 1 }] } },
      { x: fieldTexts.unknownField },
    ],
    ["an unknown parameter of the query", { query: { z: "1" } }, { z: fieldTexts.unknownField }],
    ["a parameter given twice", { query: { q: ["a", "b"] } }, { q: fieldTexts.invalid }],
    ["a number as text", { body: { ...sound.body, age: "20" } }, { age: fieldTexts.invalid }],
    ["a text as number", { body: { ...sound.body, name: 1 } }, { name: fieldTexts.nameRequired }],
    ["a fraction", { body: { ...sound.body, age: 20.5 } }, { age: fieldTexts.invalid }],
    ["a list for an object", { body: [] }, { form: fieldTexts.invalid }],
    ["a text for an object", { body: "x" }, { form: fieldTexts.invalid }],
    ["a path that is not the declared one", { params: { id: "x" } }, { id: fieldTexts.invalid }],
    ["a NUL", { body: { ...sound.body, name: "A\0" } }, { body: fieldTexts.invalid }],
    ["a NUL in a key", { query: { "q\0": "1" } }, { query: fieldTexts.invalid }],
    ["a NUL deep inside", { body: { ...sound.body, tags: [{ id: { a: ["\0"] } }] } }, { body: fieldTexts.invalid }],
  ])("%s, under the name of its field", (_, change, fields) => {
    expect({ ...fieldsOf(change) }).toEqual(fields);
  });

  test("a field that calls itself __proto__", () => {
    const hostile = JSON.parse('{"name":"Ana","age":20,"__proto__":{"isAdmin":true}}');
    const fields = fieldsOf({ body: hostile });
    expect(Object.keys(fields ?? {})).toEqual(["__proto__"]);
    const query = Object.assign(Object.create(null), { ["__proto__"]: "x" });
    expect(Object.keys(fieldsOf({ query }) ?? {})).toEqual(["__proto__"]);
    expect({}).not.toHaveProperty("isAdmin");
  });

  test("nesting without end, without exhausting the stack", () => {
    let bottomless: unknown = 1;
    for (let depth = 0; depth < 200_000; depth++) bottomless = [bottomless];
    expect({ ...fieldsOf({ body: { ...sound.body, tags: bottomless } }) }).toEqual({ body: fieldTexts.invalid });
  });

  test("every faulty field at once", () => {
    expect({ ...fieldsOf({ params: { id: "" }, query: { q: 1 }, body: {} }) }).toEqual({
      id: fieldTexts.invalid,
      q: fieldTexts.invalid,
      name: fieldTexts.nameRequired,
      age: fieldTexts.invalid,
    });
  });

  test("input that a call does not declare at all", () => {
    const readThing = call({
      ...PLAIN_CALL,
      method: "GET",
      path: "/x",
      access: "public",
      answers: z.null(),
      errors: [],
      summary: "Reads.",
    });
    expect(parseInput(readThing, { params: {}, query: {}, body: undefined })).toEqual({});
    for (const part of [
      { query: { a: "1" } },
      { body: { a: 1 } },
      { body: [1] },
      { body: [] },
      { body: "x" },
      { body: 1 },
    ])
      expect(() => parseInput(readThing, { params: {}, query: {}, body: undefined, ...part })).toThrow(
        "VALIDATION_ERROR",
      );
  });
});

test("every input is either parsed or refused with one of our texts", () => {
  fc.assert(
    fc.property(
      fc.object({ withNullPrototype: true, key: fc.constantFrom("name", "age", "tags", "x", "__proto__", "a\0") }),
      (body) => {
        for (const text of Object.values(fieldsOf({ body }) ?? {})) if (!fieldWords.has(text)) return false;
        return true;
      },
    ),
  );
});
