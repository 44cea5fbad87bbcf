import type { LiveAccess } from "@caramelo/contract/live";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { registerEvents } from "./events.ts";

const me = { id: "me", sessionId: "s" };
const own = { access: "self" as const, payload: z.strictObject({ text: z.string() }) };
const ofPair = { access: "pair" as const, payload: z.strictObject({ withId: z.string() }) };

describe("an event", () => {
  const door = { context: {}, isOpenPair: async () => true };
  test("[TA.01][T05] without an access policy does not start", () => {
    for (const access of [undefined, "", "everybody"]) {
      // A contract that TypeScript would not let pass.
      const events = { say: { ...own, access: access as unknown as LiveAccess } };
      expect(() => registerEvents(events, { say: async () => {} }, door)).toThrow("no access policy: say");
    }
  });

  test("without a handler does not start", () => {
    expect(() => registerEvents({ say: own }, { say: undefined }, door)).toThrow("no handler: say");
  });

  test("that takes undeclared keys does not start", () => {
    const loose = { ...own, payload: z.object({ text: z.string() }) };
    expect(() => registerEvents({ say: loose }, { say: async () => {} }, door)).toThrow();
  });

  test("[T21] of a pair that does not name the other one does not start", () => {
    const events = { say: { ...own, access: "pair" as const } };
    expect(() => registerEvents(events, { say: async () => {} }, door)).toThrow("must name withId");
  });
});

describe("access", () => {
  test("[T21] of a pair's event is judged before its handler hears of it", async () => {
    const say = vi.fn(async () => {});
    const asked: string[][] = [];
    const obey = registerEvents(
      { say: ofPair },
      { say },
      {
        context: { db: 1 },
        isOpenPair: async (...pair) => {
          asked.push(pair);
          return pair[1] === "friend";
        },
      },
    );
    await obey(me, { event: "say", payload: { withId: "stranger" } });
    expect(say).not.toHaveBeenCalled();
    await obey(me, { event: "say", payload: { withId: "friend" } });
    expect(say).toHaveBeenCalledExactlyOnceWith({ db: 1, me, payload: { withId: "friend" } });
    expect(asked).toEqual([
      ["me", "stranger"],
      ["me", "friend"],
    ]);
  });

  test("of one's own event asks for no pair", async () => {
    const [say, isOpenPair] = [vi.fn(async () => {}), vi.fn()];
    await registerEvents(
      { say: own },
      { say },
      { context: {}, isOpenPair },
    )(me, { event: "say", payload: { text: "x" } });
    expect(say).toHaveBeenCalledOnce();
    expect(isOpenPair).not.toHaveBeenCalled();
  });
});
