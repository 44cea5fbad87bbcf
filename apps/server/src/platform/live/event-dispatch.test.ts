import type { LiveAccess } from "@caramelo/contract/live";
import { describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { registerEvents } from "./event-dispatch.ts";

const me = { id: "me", sessionId: "s" };
const own = { access: "self" as const, payload: z.strictObject({ text: z.string() }) };
const ofPair = { access: "pair" as const, payload: z.strictObject({ withId: z.string() }) };

describe("the server does not start", () => {
  const deps = { context: {}, isOpenPair: async () => true, now: () => 0 };
  test("[TA.01][T05] with an event that has no access policy", () => {
    for (const access of [undefined, "", "everybody"]) {
      // A contract that TypeScript would not let pass.
      const events = { say: { ...own, access: access as unknown as LiveAccess } };
      expect(() => registerEvents(events, { say: async () => {} }, deps)).toThrow("no access policy: say");
    }
  });

  test("with an event that has no handler", () => {
    expect(() => registerEvents({ say: own }, { say: undefined }, deps)).toThrow("no handler: say");
  });

  test("with an event whose schema accepts undeclared keys", () => {
    const loose = { ...own, payload: z.object({ text: z.string() }) };
    expect(() => registerEvents({ say: loose }, { say: async () => {} }, deps)).toThrow();
  });

  test("[T21] with an event of a pair that does not name the other member", () => {
    const events = { say: { ...own, access: "pair" as const } };
    expect(() => registerEvents(events, { say: async () => {} }, deps)).toThrow("must name withId");
  });
});

describe("the dispatch of an event", () => {
  test("[T21] checks the access of a pair before it calls the handler", async () => {
    const say = vi.fn(async () => {});
    const checkedPairs: string[][] = [];
    const dispatch = registerEvents(
      { say: ofPair },
      { say },
      {
        context: { db: 1 },
        now: () => 0,
        isOpenPair: async (...pair) => {
          checkedPairs.push(pair);
          return pair[1] === "friend";
        },
      },
    );
    await dispatch(me, { event: "say", payload: { withId: "stranger" } });
    expect(say).not.toHaveBeenCalled();
    await dispatch(me, { event: "say", payload: { withId: "friend" } });
    expect(say).toHaveBeenCalledExactlyOnceWith({ db: 1, me, payload: { withId: "friend" } });
    expect(checkedPairs).toEqual([
      ["me", "stranger"],
      ["me", "friend"],
    ]);
  });

  test("does not look up a pair for an event of the member alone", async () => {
    const [say, isOpenPair] = [vi.fn(async () => {}), vi.fn()];
    await registerEvents(
      { say: own },
      { say },
      { context: {}, isOpenPair, now: () => 0 },
    )(me, { event: "say", payload: { text: "x" } });
    expect(say).toHaveBeenCalledOnce();
    expect(isOpenPair).not.toHaveBeenCalled();
  });

  test("[T59] drops an event of a pair that comes too early, before any look at the pair, and each pair for itself", async () => {
    const [say, isOpenPair] = [vi.fn(async () => {}), vi.fn(async () => true)];
    let now = 5_000;
    const events = { say: { ...ofPair, everyMs: 1_000 } };
    const dispatch = registerEvents(events, { say }, { context: {}, isOpenPair, now: () => now });
    const send = (withId: string) => dispatch(me, { event: "say", payload: { withId } });
    for (let i = 0; i < 5; i += 1) await send("friend");
    expect([say.mock.calls.length, isOpenPair.mock.calls.length]).toEqual([1, 1]);
    await send("other");
    expect(say).toHaveBeenCalledTimes(2);
    now += 999;
    await send("friend");
    expect(say).toHaveBeenCalledTimes(2);
    now += 1;
    await send("friend");
    expect(say).toHaveBeenCalledTimes(3);
  });
});
