import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { isBoundedJson, type JsonBounds } from "./json-rules.ts";

const isBounded = (text: string, bounds: Partial<JsonBounds>) =>
  isBoundedJson(Buffer.from(text), { depth: 100, values: 10_000, ...bounds });

/** How deep a value nests, and how many opening brackets and commas its JSON has. */
function measure(value: unknown): { depth: number; values: number } {
  if (typeof value !== "object" || value === null) return { depth: 0, values: 0 };
  const inner = Object.values(value).map(measure);
  return {
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
    values: Math.max(1, inner.length) + inner.reduce((sum, { values }) => sum + values, 0),
  };
}

describe("[T58] the bytes of a JSON text", () => {
  test("pass exactly when the value nests and counts no more than it may, whatever its texts hold", () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom("{", "[", "]", "}", ",", '"', "\\", "é", "💛") }),
    );
    const { json } = fc.letrec((tie) => ({
      json: fc.oneof({ depthSize: "small" }, texts, fc.integer(), fc.constant(null), tie("list"), tie("object")),
      list: fc.array(tie("json"), { maxLength: 4 }),
      object: fc.dictionary(texts, tie("json"), { maxKeys: 4 }),
    }));
    const blanks = fc.constantFrom(undefined, 2, "\t");
    fc.assert(
      fc.property(json, blanks, (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const { depth, values } = measure(value);
        expect(isBounded(text, { depth, values })).toBe(true);
        if (depth > 0) expect(isBounded(text, { depth: depth - 1 })).toBe(false);
        if (values > 0) expect(isBounded(text, { values: values - 1 })).toBe(false);
      }),
    );
  });

  test.each([
    ["brackets without end", `{"a":${"[".repeat(60_000)}`],
    ["objects without end", '{"a":'.repeat(10_000)],
    ["a list of many numbers", `[${"1,".repeat(20_000)}1]`],
    ["many keys of one name", `{${'"a":1,'.repeat(9_000)}"a":1}`],
  ])("are refused where they are %s, before the rest is looked at", (_, text) => {
    const bytes = Buffer.from(text);
    let looked = 0;
    const watchedBytes = new Proxy(bytes, {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) looked += 1;
        return Reflect.get(target, key, target);
      },
    });
    expect(isBoundedJson(watchedBytes, { depth: 3, values: 20 })).toBe(false);
    expect(looked).toBeLessThan(200);
  });

  test.each(['{"a":"', '"\\', "", "]]]]", "}{", '{"a":"\\"[[[[[[["}'])("%j ends the pass like any other", (text) => {
    expect(isBounded(text, { depth: 1 })).toBe(true);
  });
});
