import { describe, expect, test } from "vitest";
import { findCircles, judgeFile } from "./borders-files.mjs";

const SERVER = "apps/server/src/features/chat";
const WEB = "apps/web/app/features/chat";
const HANDLER = "export const send = handle(contract.chat.send, async () => ({}));";

describe("the check of a feature's files on the server", () => {
  test.each([
    ["handlers.ts", HANDLER],
    ["handlers/send.ts", HANDLER],
    ["rules.ts", ""],
    ["thread-rules.ts", ""],
    ["rules/judge.ts", ""],
    ["queries.ts", ""],
    ["thread-queries.ts", ""],
    ["queries/store-messages.ts", ""],
    ["live.ts", ""],
    ["jobs.ts", ""],
    ["commands.ts", ""],
    ["settle-order.ts", "export async function settleOrder() {}"],
  ])("allows %s", (name, source) => {
    expect(judgeFile(`${SERVER}/${name}`, source)).toEqual([]);
  });

  test.each([
    ["words.ts"],
    ["send-order.ts"],
    ["utils/send.ts"],
    ["service.ts"],
    ["handlers/deep/send.ts"],
    ["my-session-check.ts"],
  ])("refuses %s", (name) => {
    expect(judgeFile(`${SERVER}/${name}`, HANDLER)).toHaveLength(1);
  });

  test("refuses a file among the handlers that answers no call", () => {
    expect(judgeFile(`${SERVER}/handlers/record-visit.ts`, "export async function recordVisit() {}")).toHaveLength(1);
    expect(judgeFile(`${SERVER}/handlers.ts`, "export async function recordVisit() {}")).toHaveLength(1);
  });
});

describe("the check of a feature's files in the browser", () => {
  test.each([
    ["rules.ts"],
    ["queries.ts"],
    ["device-queries.ts"],
    ["live.ts"],
    ["outbox-store.ts"],
    ["types.ts"],
    ["use-upload.ts"],
    ["use-safety.tsx"],
    ["chat-bar.tsx"],
    ["sync/stream-rules.ts"],
    ["sync/chat-bar.tsx"],
  ])("allows %s", (name) => {
    expect(judgeFile(`${WEB}/${name}`, "")).toEqual([]);
  });

  test("allows a file that is named after what it exports", () => {
    expect(judgeFile(`${WEB}/compress-photo.ts`, "export async function compressPhoto() {}")).toEqual([]);
    expect(judgeFile(`${WEB}/sync/stream.ts`, "export function openStream() {}")).toEqual([]);
    expect(judgeFile(`${WEB}/pop-ups.ts`, "export function queuePopUp() {}")).toEqual([]);
  });

  test.each([
    ["helpers.ts", "export function openStream() {}"],
    ["handlers.ts", "export function openStream() {}"],
    ["stream-helpers.ts", "export function openStream() {}"],
    ["sync/deep/use-upload.ts", ""],
    ["Stream.tsx", ""],
  ])("refuses %s", (name, source) => {
    expect(judgeFile(`${WEB}/${name}`, source)).toHaveLength(1);
  });
});

describe("the check of import circles", () => {
  const graphOf = (imports: Record<string, string[]>) => new Map(Object.entries(imports));

  test("refuses a file that imports itself", () => {
    expect(findCircles(graphOf({ a: ["a"] }))).toEqual([["a"]]);
  });

  test("refuses two files that import each other", () => {
    expect(findCircles(graphOf({ a: ["b"], b: ["a"] }))).toEqual([["a", "b"]]);
  });

  test("refuses a longer circle behind files that are no part of it", () => {
    expect(findCircles(graphOf({ a: ["b"], b: ["c", "x"], c: ["d"], d: ["b"], x: [] }))).toEqual([["b", "c", "d"]]);
  });

  test("refuses each of several circles", () => {
    expect(findCircles(graphOf({ a: ["b"], b: ["a", "c"], c: ["d"], d: ["c"] }))).toHaveLength(2);
  });

  test("allows files that are imported on several ways", () => {
    expect(findCircles(graphOf({ a: ["b", "c"], b: ["d"], c: ["d"], d: [] }))).toEqual([]);
  });
});
