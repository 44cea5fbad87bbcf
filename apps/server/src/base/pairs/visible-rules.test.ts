import type { AnswerOf, ReturnOf, VisibleId } from "@caramelo/contract/call/call";
import { contract } from "@caramelo/contract/contract";
import { describe, expect, expectTypeOf, test } from "vitest";
import { handle } from "../../platform/handle.ts";
import { describing, visibleIdFor, withoutHidden } from "./visible-rules.ts";

const viewer = { id: "v", role: "daddy" as const };
const member = { id: "m", isActive: true, isHiddenPair: false };

describe("a member is proven to be visible", () => {
  test.each([
    ["an active member", member, true],
    ["an inactive one", { ...member, isActive: false }, false],
    ["one of a hidden pair", { ...member, isHiddenPair: true }, false],
    ["the viewer themselves", { ...member, id: "v", isActive: false }, true],
  ])("%s: %o is %s", (_, row, isVisible) => {
    expect(visibleIdFor(viewer, row)).toBe(isVisible ? row.id : undefined);
  });

  test("to the staff in every state", () => {
    const hiddenMember = { ...member, isActive: false, isHiddenPair: true };
    expect(visibleIdFor({ id: "a", role: "admin" }, hiddenMember)).toBe("m");
  });

  test("in memory, if not among those who are hidden from the viewer", () => {
    expect(withoutHidden([member, { ...member, id: "h" }], new Set(["h", "v"]))).toEqual([member]);
  });
});

test("an answer that describes a member does not compile with a plain id", () => {
  const visibleId = visibleIdFor(viewer, member);
  if (!visibleId) throw new Error("The member is visible");
  const presence = "online" as const;
  const match = { name: "Ana", photo: null, needsUpgrade: false };

  handle(contract.presence.list, async () => ({ presences: [{ id: visibleId, presence }] }));
  // @ts-expect-error: the id is no proof
  handle(contract.presence.list, async () => ({ presences: [{ id: member.id, presence }] }));
  handle(contract.favorites.add, async () => ({ isFavorite: true, match: describing(visibleId, match) }));
  // @ts-expect-error: the match has no proof
  handle(contract.favorites.add, async () => ({ isFavorite: true, match }));

  type Card = ReturnOf<typeof contract.discovery.list>["profiles"][number];
  expectTypeOf<ReturnOf<typeof contract.favorites.list>["profiles"][number]>().toEqualTypeOf<Card>();
  expectTypeOf<NonNullable<ReturnOf<typeof contract.favorites.admirers>["profiles"]>[number]>().toEqualTypeOf<Card>();
  expectTypeOf<
    NonNullable<ReturnOf<typeof contract.visits.list>["visitors"]>[number]["profile"]
  >().toEqualTypeOf<Card>();
  type Ids =
    | Card["id"]
    | ReturnOf<typeof contract.profiles.read>["id"]
    | ReturnOf<typeof contract.messaging.conversations>["conversations"][number]["peer"]["id"]
    | ReturnOf<typeof contract.messaging.chat>["peer"]["id"]
    | ReturnOf<typeof contract.notifications.list>["notifications"][number]["actor"]["id"]
    | ReturnOf<typeof contract.safety.blocks>["members"][number]["id"];
  expectTypeOf<Ids>().toEqualTypeOf<VisibleId>();
  // The browser reads plain ids.
  expectTypeOf<AnswerOf<typeof contract.profiles.read>["id"]>().toEqualTypeOf<string>();
});
