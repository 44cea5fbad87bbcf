import { randomUUID } from "node:crypto";
import { beforeEach, expect, test, vi } from "vitest";
import { grant } from "../../testing/entitlements.ts";
import { openLiveSocket } from "../../testing/live-socket.ts";
import { PATIENT } from "../../testing/patience.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";
import { flattenText } from "./rules/plain-text.ts";

// Every search for warnings calls `flattenText` first, so its calls show which texts were read.
vi.mock("./rules/plain-text.ts", async (importOriginal) => {
  const rules = await importOriginal<typeof import("./rules/plain-text.ts")>();
  return { ...rules, flattenText: vi.fn(rules.flattenText) };
});

const PIX = "minha chave pix é 11 98765-4321";
const world = await openWorld({ LIMIT_MESSAGES: "4/60" });
const countReads = () => vi.mocked(flattenText).mock.calls.length;
beforeEach(() => void vi.mocked(flattenText).mockClear());

async function makePerson(overrides: Parameters<typeof makeSignedIn>[1] = {}) {
  const { id, browser } = await makeSignedIn(world, overrides);
  const live = await openLiveSocket(browser);
  const countFrames = (event: string) => live.received.filter((frame) => frame.event === event).length;
  return {
    id,
    byCall: async (withId: string, body: SentText) => {
      const { status, failure } = await browser.api.messaging.send({ params: { memberId: withId }, body });
      return status === 200 ? "sent" : failure.code;
    },
    byConnection: async (withId: string, text: SentText) => {
      const [before, refusedBefore] = [countFrames("sent"), countFrames("refused")];
      live.send("send", { withId, ...text });
      await vi.waitFor(
        () => expect(countFrames("sent") + countFrames("refused")).toBe(before + refusedBefore + 1),
        PATIENT,
      );
      return countFrames("sent") > before ? "sent" : (await live.waitFor("refused", refusedBefore + 1)).at(-1)?.code;
    },
  };
}
type SentText = { text: string; clientId: string; isConfirmed: boolean };
const payer = { role: "daddy" } as const;
const message = (text = PIX, isConfirmed = false): SentText => ({ text, clientId: randomUUID(), isConfirmed });

test.each(["byCall", "byConnection"] as const)(
  "[T76] a text that is sent %s is read after the limit and the recipient, and only if nothing else refuses it",
  async (way) => {
    const [ana, eva, dan] = [await makePerson(), await makePerson(), await makePerson(payer)];
    expect(await ana[way](randomUUID(), message())).toBe("NOT_FOUND");
    expect(await ana[way](eva.id, message())).toBe("NOT_FOUND");
    expect(await dan[way](ana.id, message())).toBe("UPGRADE_REQUIRED");
    expect(countReads()).toBe(0);

    expect(await ana[way](dan.id, message())).toBe("MESSAGE_NEEDS_CONFIRMATION");
    expect(countReads()).toBe(1);
    expect(await ana[way](dan.id, message(PIX, true))).toBe("sent");
    expect(countReads()).toBe(2);
    expect(await ana[way](dan.id, message())).toBe("RATE_LIMIT_EXCEEDED");
    expect(countReads()).toBe(2);
  },
);

test("[T76] a text is read once, however often its send is judged, and not again when it is stored already", async () => {
  const [ana, dan] = [await makePerson(), await makePerson(payer)];
  await grant(world.db, dan, { tokens: 5, conversations: 1 });
  expect(await dan.byCall(ana.id, message("oi"))).toBe("sent");
  // The first message opens the conversation. Its reading is not counted.
  vi.mocked(flattenText).mockClear();
  const confirmed = message(PIX, true);
  expect(await dan.byCall(ana.id, confirmed)).toBe("sent");
  expect(countReads()).toBe(1);
  expect(await dan.byCall(ana.id, message("e aí?"))).toBe("sent");
  expect(countReads()).toBe(2);
});
