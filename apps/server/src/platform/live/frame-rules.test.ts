import { toServer } from "@caramelo/contract/live";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { fc } from "../../../../../testing/properties.ts";
import { addFrame, FRAME_BOUNDS, isTooFast, readFrame } from "./frame-rules.ts";

const withId = "0192f000-0000-7000-8000-000000000001";

describe("a frame", () => {
  test("is parsed as its event declares", () => {
    const text = JSON.stringify({ event: "typing", withId: withId.toUpperCase(), isTyping: true });
    expect(readFrame(text, toServer)).toEqual({ event: "typing", payload: { withId, isTyping: true } });
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a number", "1"],
    ["null", "null"],
    ["a list", "[]"],
    ["text", '"typing"'],
    ["no type", `{"withId":"${withId}","isTyping":true}`],
    ["an unknown type", `{"event":"change","withId":"${withId}","isTyping":true}`],
    ["a name that every object knows", '{"event":"constructor"}'],
    ["the prototype's name", '{"event":"__proto__"}'],
    ["a list of types", `{"event":["typing"],"withId":"${withId}","isTyping":true}`],
    ["an undeclared key", `{"event":"typing","withId":"${withId}","isTyping":true,"senderId":"x"}`],
    ["a prototype of its own", `{"event":"typing","withId":"${withId}","isTyping":true,"__proto__":{}}`],
    ["a malformed id", '{"event":"typing","withId":"1","isTyping":true}'],
    ["text for yes", `{"event":"typing","withId":"${withId}","isTyping":"true"}`],
  ])("[TB.03] with %s is refused", (_, text) => {
    expect(readFrame(text, toServer)).toBeUndefined();
  });

  test.each([
    ["nests", `{"event":"typing","withId":${"[".repeat(4_000)}${"]".repeat(4_000)}}`],
    ["counts", `{"event":"typing","withId":[${"1,".repeat(4_000)}1]}`],
  ])("[T58][TB.03] that %s more than any event does is refused unparsed", (_, text) => {
    const parse = vi.spyOn(JSON, "parse");
    expect(readFrame(text, toServer)).toBeUndefined();
    expect(parse).not.toHaveBeenCalled();
  });

  test.each(Object.entries(toServer))("of the event %s has room for each of its fields", (event, { payload }) => {
    const fields = Object.entries(payload.shape);
    expect(fields.length).toBeLessThan(FRAME_BOUNDS.values / 2);
    const kinds = fields.map(([, schema]) => JSON.stringify(z.toJSONSchema(schema, { io: "input" })));
    // No event has lists or objects in it.
    expect(
      kinds.filter((kind) => /"(items|properties)"/.test(kind)),
      event,
    ).toEqual([]);
  });

  test("[TB.03] with any text never makes the parser throw", () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void readFrame(text, toServer)));
  });
});

describe("isTooFast", () => {
  const fastestAt = (moments: number[]) => {
    let times: readonly number[] = [];
    return moments.map((now) => {
      times = addFrame(times, now);
      return isTooFast(times);
    });
  };

  test("[TB.02] accepts twenty frames at once and refuses the twenty-first", () => {
    const verdicts = fastestAt(Array(21).fill(5));
    expect(verdicts.slice(0, 20)).toEqual(Array(20).fill(false));
    expect(verdicts[20]).toBe(true);
  });

  test("[TB.02] accepts a frame again when a second has passed", () => {
    expect(fastestAt([...Array(20).fill(0), 999])[20]).toBe(true);
    expect(fastestAt([...Array(20).fill(0), 1_000])[20]).toBe(false);
  });

  test("[TB.02] refuses a frame exactly when 20 others came in the second before it, and remembers no older ones", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 120 }), { maxLength: 120 }), (gaps) => {
        let times: readonly number[] = [];
        const seenFrames: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          const recent = seenFrames.filter((moment) => now - moment < 1_000);
          times = addFrame(times, now);
          expect(isTooFast(times)).toBe(recent.length >= 20);
          expect(times).toEqual([...recent, now]);
          seenFrames.push(now);
        }
      }),
    );
  });
});
