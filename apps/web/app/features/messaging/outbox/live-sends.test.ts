import { LIVE_FRAME_MAX_BYTES } from "@caramelo/contract/limits";
import { beforeEach, expect, test, vi } from "vitest";
import { makeMessage } from "../make-messages.fixture.ts";
import { openLiveSends } from "./live-sends.ts";

const send = vi.fn<(frame: object) => void>();
let isOpen = true;
const open = () => openLiveSends({ isOpen: () => isOpen, send });
const request = { withId: "ana", clientId: "1", text: "oi" };
const message = makeMessage(1, { id: "m", clientId: "1", isMine: true });
const refusal = { clientId: "1", code: "UPGRADE_REQUIRED" as const, retryAfterSeconds: 0, warnings: [] };

beforeEach(() => {
  vi.useFakeTimers();
  send.mockClear();
  isOpen = true;
  return () => void vi.useRealTimers();
});

test("a message leaves over the open connection, and resolves to its own answer", async () => {
  const sends = open();
  const [first, second] = [sends.ask(request), sends.ask({ ...request, clientId: "2" })];
  sends.receiveRefused({ ...refusal, clientId: "2" });
  sends.receiveSent(message);
  expect(await first).toEqual({ message });
  expect(await second).toEqual({ refused: { ...refusal, clientId: "2" } });
  expect(send.mock.calls).toEqual([[{ event: "send", ...request }], [{ event: "send", ...request, clientId: "2" }]]);
});

test("without a connection, and when it closes, there is no answer", async () => {
  const sends = open();
  const unanswered = sends.ask(request);
  sends.giveUp();
  expect(await unanswered).toBeUndefined();
  isOpen = false;
  expect(sends.ask(request)).toBeUndefined();
  expect(send).toHaveBeenCalledOnce();
  // Nothing waits for a late answer any more.
  sends.receiveSent(message);
});

test.each<[string, (sends: ReturnType<typeof open>) => void]>([
  ["it answers a message after all", (sends) => sends.receiveSent({ ...message, clientId: "0" })],
  ["it refuses one", (sends) => sends.receiveRefused({ ...refusal, clientId: "0" })],
  ["it is replaced", (sends) => sends.giveUp()],
])("a connection that answers nothing for five seconds is not used until %s", async (_, revive) => {
  const sends = open();
  const unanswered = sends.ask(request);
  vi.advanceTimersByTime(5_000);
  expect(await unanswered).toBeUndefined();
  expect(sends.ask(request)).toBeUndefined();
  expect(send).toHaveBeenCalledOnce();
  revive(sends);
  const askAnswer = sends.ask(request);
  sends.receiveSent(message);
  expect(await askAnswer).toEqual({ message });
});

test("a message larger than a frame may be goes by a call", async () => {
  const text = "é".repeat(LIVE_FRAME_MAX_BYTES / 2);
  expect(open().ask({ ...request, text })).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
});
