import { expect, test } from "vitest";
import type { BusMessage } from "../live/live-bus.ts";
import { openSharedLiveBus } from "./shared-live-bus.ts";

const SESSION = "0198e2f0-0000-7000-8000-000000000001";

function openBus() {
  const messages: BusMessage[] = [];
  let onText: (text: string) => void = () => {};
  const bus = openSharedLiveBus({
    nodeId: "this",
    redis: {
      publish: () => {},
      subscribe: (listener) => {
        onText = listener.onText;
      },
    },
    write: () => "",
    announceEnd: () => {},
    hasBrowsers: true,
  });
  bus.subscribe((message) => messages.push(message));
  return { bus, messages, receiveText: (text: string) => onText(text) };
}

test("an end of connections that only another release knows checks every session, and ends no process", () => {
  const { bus, messages } = openBus();
  bus.receiveEnd(JSON.stringify({ kind: "end-session", sessionId: SESSION }));
  expect(messages.splice(0)).toEqual([{ kind: "end-session", sessionId: SESSION }]);
  const unknown = [
    JSON.stringify({ kind: "end-device", deviceId: "a" }),
    JSON.stringify({ kind: "end-session", sessionId: SESSION, reason: "erased" }),
    "not even JSON",
  ];
  for (const text of unknown) bus.receiveEnd(text);
  expect(messages).toEqual(unknown.map(() => ({ kind: "gap" })));
});

test("a frame of another release is passed on as it is, and a text without a frame is dropped", () => {
  const { messages, receiveText } = openBus();
  receiveText('other member {"event":"of-another-release"}');
  receiveText("nothing");
  expect(messages).toEqual([{ kind: "frame", memberId: "member", frame: '{"event":"of-another-release"}' }]);
});
