import { BELL_TYPES } from "@caramelo/contract/notifications/types";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { describeMatch, describeNotification } from "./rules.ts";
import { NOTHING_WAITS, type Notification, type WaitingList, withCount, withOne, withoutOne } from "./waiting-rules.ts";

const actor = { id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b", name: "Helena", photoUrl: null };

function makeNotification(index: number): Notification {
  return { id: `n${index}`, type: "favorite", actor, at: new Date(Date.UTC(2026, 10, 21, 12, index)).toISOString() };
}
const makeWaiting = (count: number): WaitingList => ({
  notifications: Array.from({ length: count }, (_, index) => makeNotification(count - index)),
  unread: count,
});

describe("the pop-up of a match", () => {
  test("[D3.31] names who made it, and leads to their profile", () => {
    expect(describeMatch(actor.id, { ...actor, photoUrl: "/helena" })).toEqual({
      type: "success",
      title: "Deu match com Helena",
      message: "Vocês se favoritaram",
      image: "/helena",
      duration: 5_000,
      to: `/perfil/${actor.id}`,
    });
    expect(describeMatch(actor.id, { ...actor, name: " " }).title).toBe("Deu match com Usuário");
  });

  test("[D3.31] names nobody with discreet titles", () => {
    const toast = describeMatch(actor.id, undefined);
    expect([toast.title, toast.message, toast.image]).toEqual(["Você tem um novo match", undefined, undefined]);
  });
});

describe("the text of a notification", () => {
  test.each([
    ["a visit", "profile_view", "visitou seu perfil", `/perfil/${actor.id}`],
    ["a favourite", "favorite", "favoritou seu perfil", `/perfil/${actor.id}`],
    ["a message", "message", "enviou uma mensagem", `/mensagens?userId=${actor.id}`],
    ["a match", "match", "aceitou seu match", `/perfil/${actor.id}`],
    ["a decided withdrawal", "withdrawal", "respondeu ao seu pedido para desfazer uma compra", "/compras"],
  ])(
    "[M8.34][M8.35][M8.36][M8.37] of %s names the member and what they did, and leads there",
    (_, type, text, path) => {
      expect(describeNotification({ type, actor })).toEqual({ name: "Helena", text, path });
    },
  );

  test.each([
    [["favorite", "profile_view"], "visitou e favoritou seu perfil"],
    [["match", "profile_view"], "visitou e deu match com você"],
    [["match", "favorite"], "favoritou e deu match com você"],
    [["match", "favorite", "profile_view"], "visitou, favoritou e deu match com você"],
    [["gift", "favorite"], "favoritou seu perfil"],
  ])("[D3.60] of a person who did several things joins them: %j", (types, text) => {
    const row = { type: types[0] ?? "", types, actor };
    expect(describeNotification(row)).toEqual({ name: "Helena", text, path: `/perfil/${actor.id}` });
  });

  test("[D3.60] of one thing says the same whether the answer lists types or, as in the last release, does not", () => {
    for (const type of BELL_TYPES)
      expect(describeNotification({ type, types: [type], actor })).toEqual(describeNotification({ type, actor }));
  });

  test.each([
    ["team", "avisos da equipe", "/medidas"],
    ["withdrawal", "respostas da equipe sobre compras", "/compras"],
  ])("[D3.60] of several notices of the staff says how many there are: %s", (type, words, path) => {
    const row = { type, types: [type], actor };
    expect(describeNotification({ ...row, notices: 3 })).toEqual({ name: undefined, text: `3 ${words}`, path });
    expect(describeNotification({ ...row, notices: 1_200 }).text).toBe(`1.200 ${words}`);
    for (const notices of [1, undefined])
      expect(describeNotification({ ...row, notices })).toEqual(describeNotification({ type, actor }));
  });

  test("[M8.38] of an unknown type says only that something is new, and leads to the profile", () => {
    const text = "Nova notificação";
    expect(describeNotification({ type: "gift", actor })).toEqual({
      name: undefined,
      text,
      path: `/perfil/${actor.id}`,
    });
  });

  test("[M8.39] says Usuário where a name is missing", () => {
    expect(describeNotification({ type: "match", actor: { ...actor, name: " " } }).name).toBe("Usuário");
  });
});

describe("the unread notifications", () => {
  test("[M4.12] lose the one that was dismissed", () => {
    const leftNotifications = withoutOne(makeWaiting(3), "n2");
    expect(leftNotifications.notifications.map(({ id }) => id)).toEqual(["n3", "n1"]);
    expect(leftNotifications.unread).toBe(2);
    expect(withoutOne(leftNotifications, "n2")).toBe(leftNotifications);
  });

  test("are as before when a dismissal is undone", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (count, choice) => {
        const before = makeWaiting(count);
        const notification = before.notifications[choice % count];
        if (!notification) throw new Error("There is one at every index");
        const after = withOne(withoutOne(before, notification.id), notification);
        expect(after).toEqual(before);
        expect(withOne(after, notification)).toBe(after);
      }),
    );
  });

  test("are counted by the server, beyond what the list holds; a count of zero means an empty list", () => {
    expect(withCount(makeWaiting(2), 70)).toEqual({ ...makeWaiting(2), unread: 70 });
    expect(withCount(makeWaiting(2), 0)).toEqual(NOTHING_WAITS);
  });

  test("are never fewer than zero", () => {
    expect(withoutOne({ ...makeWaiting(1), unread: 0 }, "n1").unread).toBe(0);
  });
});
