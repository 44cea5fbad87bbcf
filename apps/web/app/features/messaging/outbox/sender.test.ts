import type { ErrorCode } from "@caramelo/contract/call/errors";
import { SEND_RETRY_MS } from "@caramelo/contract/limits";
import { expect, test, vi } from "vitest";
import { makeMessage } from "../make-messages.fixture.ts";
import type { Entry, SendFailure } from "./rules.ts";
import { openSender } from "./sender.ts";

/** A refusal may say after how many milliseconds to try again. */
type Answer = "stored" | ErrorCode | SendFailure;

const limited = (retryAfterMs: number): SendFailure => ({ code: "RATE_LIMIT_EXCEEDED", retryAfterMs });

/** Opens a sender for a server with prepared answers. The clock moves only during waits. */
function openWorld(answers: Record<string, Answer[]>) {
  const entries = new Map<string, Entry>();
  const triedIds: string[] = [];
  const refusedIds: string[] = [];
  const waits: number[] = [];
  /** What each wait shows: the messages, and until when the limit delays them. */
  const seenWaits: string[] = [];
  let now = 1_000_000;
  let inFlight = 0;
  let mostInFlight = 0;
  let hasEnded = false;
  const sender = openSender({
    list: () => [...entries.values()],
    change: (entry) => entries.set(entry.clientId, entry),
    async send({ clientId, text }) {
      triedIds.push(clientId);
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      await Promise.resolve();
      inFlight -= 1;
      const answer = answers[clientId]?.shift() ?? "stored";
      if (answer !== "stored") throw answer;
      return makeMessage(1, { id: clientId, clientId, isMine: true, text });
    },
    readFailure: (error) => {
      const failure = error as ErrorCode | SendFailure; // The server of this test throws nothing else.
      return typeof failure === "string" ? { code: failure, retryAfterMs: 0 } : failure;
    },
    finish: ({ clientId }) => entries.delete(clientId),
    onRefused: (withId, code) => refusedIds.push(`${withId} ${code}`),
    now: () => now,
    wait: async (ms) => {
      waits.push(ms);
      seenWaits.push(
        [...entries.values()].map(({ clientId, limitedUntil }) => `${clientId} ${limitedUntil ?? "-"}`).join(),
      );
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
  const waitForReturns = () =>
    vi.waitFor(() => expect([...entries.values()].every(({ state }) => state === "returned")).toBe(true));
  const end = () => {
    hasEnded = true;
  };
  return {
    sender,
    end,
    entries,
    tried: triedIds,
    refused: refusedIds,
    waits,
    seen: seenWaits,
    write,
    finished: waitForReturns,
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

test("[TB.11] a burst that meets the limit waits as long as the server says, keeps its order and loses nothing", async () => {
  const world = openWorld({ "2": [limited(3_000)], "3": [limited(1_000), limited(1_000)] });
  for (const id of ["1", "2", "3", "4"]) world.write(id);
  world.sender.pump();
  await world.finished();
  expect(world.tried).toEqual(["1", "2", "2", "3", "3", "3", "4"]);
  expect(world.waits).toEqual([3_000, 1_000, 1_000]);
  expect(world.seen[0]).toBe("2 1003000,3 1003000,4 1003000");
  expect(world.entries.size).toBe(0);
  expect(world.refused).toEqual([]);
});

test("[TB.11] a limit that asks to wait for longer than two minutes is a refusal", async () => {
  const world = openWorld({ "1": [limited(SEND_RETRY_MS)] });
  world.write("1");
  world.sender.pump();
  await world.finished();
  expect(world.tried).toEqual(["1"]);
  expect(world.refused).toEqual(["ana RATE_LIMIT_EXCEEDED"]);
});

test("a server that is busy or without its database is given the time that it asks for", async () => {
  const away: SendFailure = { code: "SERVICE_UNAVAILABLE", retryAfterMs: 3_000 };
  const world = openWorld({ "1": [away, away, away, "SERVICE_BUSY"] });
  world.write("1");
  world.sender.pump();
  await world.finished();
  expect(world.waits).toEqual([3_000, 3_000, 4_000, 8_000]);
  expect(world.seen.at(-1)).toBe("1 -");
  expect(world.entries.size).toBe(0);
});

test("[T64] a message that the server asks about comes back with what it asks, and those behind it", async () => {
  const asks: SendFailure = { code: "MESSAGE_NEEDS_CONFIRMATION", retryAfterMs: 0, warnings: ["pix_key"] };
  const world = openWorld({ a: [asks] });
  world.write("a");
  world.write("b");
  world.sender.pump();
  await world.finished();
  expect(world.refused).toEqual(["ana MESSAGE_NEEDS_CONFIRMATION"]);
  const [first, second] = [...world.entries.values()];
  expect([first?.state, first?.warnings, second?.state]).toEqual(["returned", ["pix_key"], "returned"]);
  expect(world.tried).toEqual(["a"]);
});
