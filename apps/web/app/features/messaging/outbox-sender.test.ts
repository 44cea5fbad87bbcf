import type { ErrorCode } from "@caramelo/contract/errors";
import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import { expect, test, vi } from "vitest";
import type { Entry } from "./outbox-rules.ts";
import { openSender } from "./outbox-sender.ts";
import type { Message } from "./types.ts";

type Answer = "stored" | ErrorCode;

/** A sender before a server that answers as told; its clock moves only while it waits. */
function openWorld(answers: Record<string, Answer[]>) {
  const entries = new Map<string, Entry>();
  const tried: string[] = [];
  const refused: string[] = [];
  let now = 1_000_000;
  let inFlight = 0;
  let mostInFlight = 0;
  const sender = openSender({
    list: () => [...entries.values()],
    change: (entry) => entries.set(entry.clientId, entry),
    async send({ clientId, text }) {
      tried.push(clientId);
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      const answer = answers[clientId]?.shift() ?? "stored";
      if (answer !== "stored") throw answer;
      return { id: clientId, seq: 1, clientId, isMine: true, text, sentAt: "", readAt: null } satisfies Message;
    },
    codeOf: (error) => error as ErrorCode, // this test's server throws nothing else
    settle: ({ clientId }) => entries.delete(clientId),
    tellRefused: (withId, code) => refused.push(`${withId} ${code}`),
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
    alone: (_, work) => work(),
    hasEnded: () => false,
  });
  function write(clientId: string, withId = "ana") {
    entries.set(clientId, {
      clientId,
      withId,
      text: clientId,
      at: now,
      triedAt: null,
      state: "waiting",
      failure: null,
      isTold: false,
    });
  }
  const settled = () =>
    vi.waitFor(() => expect([...entries.values()].every(({ state }) => state === "returned")).toBe(true));
  return { sender, entries, tried, refused, write, settled, most: () => mostInFlight, passed: () => now - 1_000_000 };
}

test("messages of one conversation leave one at a time and in order", async () => {
  const world = openWorld({});
  for (const id of ["2", "1", "3"]) world.write(id);
  world.sender.pump();
  world.sender.pump();
  await world.settled();
  expect(world.tried).toEqual(["1", "2", "3"]);
  expect(world.most()).toBe(1);
});

test("conversations do not wait for each other", async () => {
  const world = openWorld({});
  world.write("1", "ana");
  world.write("2", "bia");
  world.sender.pump();
  await world.settled();
  expect(world.most()).toBe(2);
});

test("without an answer the same id goes again, and what follows waits behind it", async () => {
  const world = openWorld({ "1": ["NETWORK_ERROR", "SERVER_ERROR", "stored"] });
  world.write("1");
  world.write("2");
  world.sender.pump();
  await world.settled();
  expect(world.tried).toEqual(["1", "1", "1", "2"]);
  expect(world.entries.size).toBe(0);
});

test("after two minutes without an answer it comes back", async () => {
  const world = openWorld({ "1": Array.from({ length: 99 }, () => "NETWORK_ERROR" as const) });
  world.write("1");
  world.sender.pump();
  await world.settled();
  expect(world.entries.get("1")).toMatchObject({ state: "returned", failure: null });
  expect(world.passed()).toBeGreaterThanOrEqual(SEND_RETRY_MS);
  expect(world.passed()).toBeLessThan(SEND_RETRY_MS + 30_000);
});

test("[K4.02] a refusal brings it back at once with what was written after it", async () => {
  const world = openWorld({ "1": ["UPGRADE_REQUIRED"] });
  world.write("1");
  world.write("2");
  world.sender.pump();
  await world.settled();
  expect(world.tried).toEqual(["1"]);
  expect([...world.entries.values()].map(({ state }) => state)).toEqual(["returned", "returned"]);
  expect(world.refused).toEqual(["ana UPGRADE_REQUIRED"]);
});
