import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeNotification } from "./rules.ts";
import type { Notification, Waiting } from "./types.ts";
import { NOTHING_WAITS, withCount, withOne, withoutOne } from "./waiting-rules.ts";

const actor = { id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", name: "Helena", photoUrl: null };

function makeNotification(place: number): Notification {
  return { id: `n${place}`, type: "favorite", actor, at: new Date(Date.UTC(2026, 10, 21, 12, place)).toISOString() };
}
const makeWaiting = (count: number): Waiting => ({
  notifications: Array.from({ length: count }, (_, place) => makeNotification(count - place)),
  unread: count,
});

describe("a notification says", () => {
  test.each([
    ["[M8.34] a visit", "profile_view", "visitou seu perfil"],
    ["[M8.35] a favourite", "favorite", "favoritou seu perfil"],
    ["[M8.36] a message", "message", "enviou uma mensagem"],
    ["[M8.37] a match", "match", "aceitou seu match"],
  ])("%s: who, and what they did", (_, type, deed) => {
    expect(describeNotification({ type, actor })).toEqual({ name: "Helena", deed });
  });

  test("[M8.38] anything else: that there is something new, of nobody", () => {
    expect(describeNotification({ type: "gift", actor })).toEqual({ name: undefined, deed: "Nova notificação" });
  });

  test("[M8.39] Usuário where a name is missing", () => {
    expect(describeNotification({ type: "match", actor: { name: " " } }).name).toBe("Usuário");
  });
});

describe("what waits", () => {
  test("[M4.12] is less by the one that was dismissed", () => {
    const left = withoutOne(makeWaiting(3), "n2");
    expect(left.notifications.map(({ id }) => id)).toEqual(["n3", "n1"]);
    expect(left.unread).toBe(2);
    expect(withoutOne(left, "n2")).toBe(left);
  });

  test("is as before when a dismissal is taken back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (count, choice) => {
        const before = makeWaiting(count);
        const one = before.notifications[choice % count];
        if (!one) throw new Error("There is one at every place");
        const after = withOne(withoutOne(before, one.id), one);
        expect(after).toEqual(before);
        expect(withOne(after, one)).toBe(after);
      }),
    );
  });

  test("is counted by the server, beyond what the list holds; none means an empty list", () => {
    expect(withCount(makeWaiting(2), 70)).toEqual({ ...makeWaiting(2), unread: 70 });
    expect(withCount(makeWaiting(2), 0)).toEqual(NOTHING_WAITS);
  });

  test("never counts below zero", () => {
    expect(withoutOne({ ...makeWaiting(1), unread: 0 }, "n1").unread).toBe(0);
  });
});
