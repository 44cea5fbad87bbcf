import { describe, expect, test } from "vitest";
import { makeMessage } from "../make-messages.fixture.ts";
import type { Change, Peer } from "../types.ts";
import { classifyIncoming, cutPreview, describePopUp, listIncoming } from "./rules.ts";

const ANA = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b";
const BIA = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c";
const AT = "2026-11-21T12:00:00.000Z";

function makeChange(seq: number, overrides: Partial<Change> = {}): Change {
  const counts = { unread: 1, unreadTotal: 1 };
  return { seq, type: "message", withId: ANA, message: makeMessage(seq), upTo: null, at: AT, ...counts, ...overrides };
}
const ids = (changes: Change[]) => listIncoming(changes).map(({ message }) => message.id);

const ana: Peer = {
  id: ANA,
  name: "Ana",
  photoUrl: "/api/photos/ana",
  presence: "online",
  isVerified: false,
  isPremium: false,
  isManaged: false,
  isDemo: false,
  isAvailable: true,
};
const everything = { hasPopUps: true, hasSound: true, hasDiscreetTitles: false };

describe("of changes that arrive together", () => {
  test("[M2.29] each received message gets a pop-up; own messages and other changes do not", () => {
    const mine = makeChange(2, { message: makeMessage(2, { isMine: true }) });
    const readChange = makeChange(3, { type: "read", message: null, upTo: 2 });
    expect(ids([makeChange(1), mine, readChange, makeChange(4, { withId: BIA })])).toEqual(["m1", "m4"]);
  });

  test("a message that was read or removed meanwhile gets none", () => {
    const seenChange = makeChange(3, { type: "seen", message: null, upTo: 1 });
    expect(ids([makeChange(1), makeChange(2), seenChange])).toEqual(["m2"]);
    const cleared = makeChange(3, { type: "cleared", message: null, upTo: 2 });
    expect(ids([makeChange(1), makeChange(2), cleared])).toEqual([]);
    expect(ids([makeChange(1), { ...cleared, withId: BIA }])).toEqual(["m1"]);
  });

  test("only the latest three messages get one, however many came while the connection was down", () => {
    expect(ids([1, 2, 3, 4, 5].map((seq) => makeChange(seq)))).toEqual(["m3", "m4", "m5"]);
  });
});

describe("an incoming message", () => {
  test("pops up and rings in a visible tab that shows another screen", () => {
    expect(classifyIncoming(everything, { isVisible: true, isChatOpen: false })).toEqual({ popsUp: true, rings: true });
  });

  test("neither pops up nor rings where its conversation is open and visible", () => {
    expect(classifyIncoming(everything, { isVisible: true, isChatOpen: true })).toEqual({
      popsUp: false,
      rings: false,
    });
  });

  test("only rings in a hidden tab, whatever is open there", () => {
    for (const isChatOpen of [true, false])
      expect(classifyIncoming(everything, { isVisible: false, isChatOpen })).toEqual({ popsUp: false, rings: true });
  });

  test("pops up and rings only as far as the member's settings allow", () => {
    const tab = { isVisible: true, isChatOpen: false };
    expect(classifyIncoming({ ...everything, hasPopUps: false }, tab)).toEqual({ popsUp: false, rings: true });
    expect(classifyIncoming({ ...everything, hasSound: false }, tab)).toEqual({ popsUp: true, rings: false });
  });
});

describe("a pop-up of a message", () => {
  const incoming = { withId: ANA, message: makeMessage(1, { text: "Oi\n\ntudo bem?" }) };

  test("[M2.29][M4.26] names the sender, shows their photo, leads to the conversation and stays 5000 ms", () => {
    expect(describePopUp(incoming, ana, false)).toEqual({
      type: "info",
      title: "Ana",
      message: "Oi tudo bem?",
      image: "/api/photos/ana",
      duration: 5_000,
      to: `/mensagens?userId=${ANA}`,
    });
  });

  test("calls an unknown sender Usuário", () => {
    expect(describePopUp(incoming, undefined, false)).toMatchObject({ title: "Usuário", image: null });
  });

  test("names and quotes nobody with discreet titles", () => {
    const toast = describePopUp(incoming, ana, true);
    expect(toast).toMatchObject({ title: "Nova mensagem", to: `/mensagens?userId=${ANA}` });
    expect(JSON.stringify(toast)).not.toMatch(/Ana|tudo bem|photos/);
  });

  test("[M9.03] cuts the preview at 50 characters, of which an emoji is one", () => {
    expect(cutPreview("a".repeat(50))).toBe("a".repeat(50));
    expect(cutPreview("a".repeat(51))).toBe(`${"a".repeat(50)}…`);
    expect(cutPreview("😀".repeat(51))).toBe(`${"😀".repeat(50)}…`);
    expect(cutPreview("👨‍👩‍👧".repeat(51))).toBe(`${"👨‍👩‍👧".repeat(50)}…`);
    expect(cutPreview("👨‍👩‍👧".repeat(50))).toBe("👨‍👩‍👧".repeat(50));
  });
});
