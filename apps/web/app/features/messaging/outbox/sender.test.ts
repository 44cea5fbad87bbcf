import type { ErrorCode } from "@caramelo/contract/errors";
import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import { expect, test, vi } from "vitest";
import type { Message } from "../types.ts";
import type { Entry } from "./rules.ts";
import { openSender } from "./sender.ts";

type Answer = "stored" | ErrorCode;

/** A sender in front of a server with prepared answers; its clock moves only while it waits. */
function openWorld(answers: Record<string, Answer[]>) {
  const entries = new Map<string, Entry>();
  const tried: string[] = [];
  const refused: string[] = [];
  let now = 1_000_000;
  let inFlight = 0;
  let mostInFlight = 0;
  let hasEnded = false;
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
    finish: ({ clientId }) => entries.delete(clientId),
    onRefused: (withId, code) => refused.push(`${withId} ${code}`),
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
    runAlone: (_, work) => work(),
    hasEnded: () => hasEnded,
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
      isAnnounced: false,
    });
  }
  const finished = () =>
    vi.waitFor(() => expect([...entries.values()].every(({ state }) => state === "returned")).toBe(true));
  const end = () => {
    hasEnded = true;
  };
  return {
    sender,
    end,
    entries,
    tried,
    refused,
    write,
    finished,
    most: () => mostInFlight,
    passed: () => now - 1_000_000,
  };
}

test("messages of one conversation are sent one at a time and in order", async () => {
  const world = openWorld({});
  for (const id of ["2", "1", "3"]) world.write(id);
  world.sender.pump();
  world.sender.pump();
  await world.finished();
  expect(world.tried).toEqual(["1", "2", "3"]);
  expect(world.most()).toBe(1);
});

test("conversations do not wait for each other", async () => {
  const world = openWorld({});
  world.write("1", "ana");
  world.write("2", "bia");
  world.sender.pump();
  await world.finished();
  expect(world.most()).toBe(2);
});

test("a message without an answer is sent again under the same id, and later ones wait behind it", async () => {
  const world = openWorld({ "1": ["NETWORK_ERROR", "SERVER_ERROR", "stored"] });
  world.write("1");
  world.write("2");
  world.sender.pump();
  await world.finished();
  expect(world.tried).toEqual(["1", "1", "1", "2"]);
  expect(world.entries.size).toBe(0);
});

test("a message without an answer comes back after two minutes", async () => {
  const world = openWorld({ "1": Array.from({ length: 99 }, () => "NETWORK_ERROR" as const) });
  world.write("1");
  world.sender.pump();
  await world.finished();
  expect(world.entries.get("1")).toMatchObject({ state: "returned", failure: null });
  expect(world.passed()).toBeGreaterThanOrEqual(SEND_RETRY_MS);
  expect(world.passed()).toBeLessThan(SEND_RETRY_MS + 30_000);
});

test("[K4.02] a refused message comes back at once, together with the later ones", async () => {
  const world = openWorld({ "1": ["UPGRADE_REQUIRED"] });
  world.write("1");
  world.write("2");
  world.sender.pump();
  await world.finished();
  expect(world.tried).toEqual(["1"]);
  expect([...world.entries.values()].map(({ state }) => state)).toEqual(["returned", "returned"]);
  expect(world.refused).toEqual(["ana UPGRADE_REQUIRED"]);
});

test("a refusal that arrives after the end of the sender returns nothing", async () => {
  const world = openWorld({ "1": ["UPGRADE_REQUIRED"] });
  world.write("1");
  world.sender.pump();
  world.end();
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(world.tried).toEqual(["1"]);
  expect(world.entries.get("1")?.state).toBe("waiting");
  expect(world.refused).toEqual([]);
});
