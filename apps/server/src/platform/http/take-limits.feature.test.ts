import {
  anyone,
  bySession,
  type LimitPolicy,
  perAddress,
  perCaller,
  perEmail,
  perEmailAtAddress,
  perEmailMailbox,
  perEmailOnDevice,
  perMember,
  perOwner,
  perSite,
  protecting,
} from "@caramelo/contract/call/limit-policy";
import { rateLimits } from "@caramelo/contract/call/rate-limits";
import { describe, expect, test } from "vitest";
import type { RateLimits } from "../limits/rate-limit.ts";
import { limitsForHandler, takeLimits } from "./take-limits.ts";

const now = new Date("2026-11-24T12:00:00Z");
const me = { id: "m1", isAdmin: false, sessionId: "s1", provedAt: new Date(now.getTime() - 3_600_000) };
const attempt = { me, now, address: "203.0.113.7", device: "d1", body: { email: "a@b.c" }, files: ["x", "y"] };

/** Limits that record what is done with them. */
function openRecorder() {
  const recordedCalls: string[] = [];
  const counter = (name: string) => ({
    take: async (key: string) => void recordedCalls.push(`take ${name} ${key}`),
    check: async (key: string) => void recordedCalls.push(`check ${name} ${key}`),
    charge: async (key: string, points: number) => void recordedCalls.push(`charge ${name} ${key} ${points}`),
    giveBack: async (key: string) => void recordedCalls.push(`give back ${name} ${key}`),
    forget: async (key: string) => void recordedCalls.push(`forget ${name} ${key}`),
  });
  const recorder = (name: string) => ({ ...counter(name), ofSession: counter(`${name} of session`) });
  const limits = Object.fromEntries(Object.keys(rateLimits).map((name) => [name, recorder(name)])) as RateLimits;
  return { recordedCalls, limits };
}

async function listTaken(policy: LimitPolicy, changes: Partial<Parameters<typeof takeLimits>[2]> = {}) {
  const { recordedCalls, limits } = openRecorder();
  await takeLimits(policy, limits, { ...attempt, ...changes });
  return recordedCalls;
}

describe("before its handler a call counts", () => {
  test("[T87] nothing by a limit that only delays its mail", async () => {
    const policy = perEmailMailbox("noticeMailbox", { taken: "mail" });
    expect(await listTaken(policy)).toEqual([]);
    expect(limitsForHandler(policy, openRecorder().limits, attempt)).toEqual({});
  });

  test("by each key that a limit may name, in the order of the declaration", async () => {
    expect(
      await listTaken([
        perMember("views"),
        perAddress("links"),
        perCaller("citySearch"),
        perEmail("recovery"),
        perEmailAtAddress("signInAccount"),
        perEmailOnDevice("signInDevice"),
        perEmailMailbox("noticeMailbox"),
        perSite("noticeHides"),
        perOwner("notices"),
      ]),
    ).toEqual([
      "take views m1",
      "take links 203.0.113.7",
      "take citySearch m1",
      "take recovery a@b.c",
      "take signInAccount a@b.c 203.0.113.7",
      "take signInDevice a@b.c d1",
      "take noticeMailbox a@b.c",
      "take noticeHides site",
      "take notices 203.0.113.7",
    ]);
  });

  test("[T77] by session first, and then by member, so that a session's loops cost its member half at most", async () => {
    const since = me.provedAt.getTime();
    expect(await listTaken(bySession("calls"))).toEqual([`take calls of session s1 ${since}`, "take calls m1"]);
    expect(await listTaken(anyone, { me: undefined })).toEqual(["take calls 203.0.113.7"]);
  });

  test("[T77] from the beginning, and apart from other sessions, once its member has proved who they are", async () => {
    const policy = protecting("protection", { apart: "x" });
    const since = me.provedAt.getTime();
    expect(await listTaken(policy)).toEqual([`take protection of session x s1 ${since}`, "take protection x m1"]);
    const provenContext = { me: { ...me, provedAt: now } };
    expect(await listTaken(policy, provenContext)).toEqual([
      `take protection of session x s1 ${now.getTime()}`,
      "take protection x proven m1",
    ]);
    expect(await listTaken(perMember("calls"), provenContext)).toEqual(["take calls m1"]);
  });

  test("by the household's address for a visitor without a session", async () => {
    const stranger = { me: undefined, address: "2001:db8:1:2::9" };
    expect(await listTaken(perCaller("citySearch"), stranger)).toEqual(["take citySearch 2001:db8:1:2"]);
  });

  test("by one mailbox, however it is spelled", async () => {
    const body = { email: "a.b+1@gmail.com" };
    expect(await listTaken(perEmailMailbox("noticeMailbox"), { body })).toEqual(["take noticeMailbox ab@gmail.com"]);
  });

  test("apart from others of the same limit where it says so", async () => {
    expect(await listTaken(perMember("favorites", { apart: "block" }))).toEqual(["take favorites block m1"]);
  });

  test("each file of an upload, and staff not where they are free", async () => {
    const policy = perMember("uploads", { counts: "files", isStaffFree: true });
    expect(await listTaken(policy)).toEqual(["take uploads m1", "take uploads m1"]);
    expect(await listTaken(policy, { files: [] })).toEqual([]);
    expect(await listTaken(policy, { me: { ...me, isAdmin: true } })).toEqual([]);
  });

  test("nothing where it leaves it to the handler", async () => {
    expect(await listTaken(perMember("views", { taken: "handler" }))).toEqual([]);
  });
});

describe("a handler", () => {
  test("receives functions for the limits that are left to it, and for no other", () => {
    const { limits } = openRecorder();
    const policy: LimitPolicy = [perMember("views"), perMember("messages", { taken: "handler" })];
    expect(Object.keys(limitsForHandler(policy, limits, attempt))).toEqual(["messages"]);
  });

  test("takes all limits of one name together, in their order", async () => {
    const { recordedCalls, limits } = openRecorder();
    const policy: LimitPolicy = [
      perMember("recovery", { apart: "own", taken: "handler" }),
      perEmail("recovery", { apart: "change", taken: "handler" }),
    ];
    await limitsForHandler(policy, limits, attempt).recovery?.take();
    expect(recordedCalls).toEqual(["take recovery own m1", "take recovery change a@b.c"]);
  });

  test("[T65] checks and charges what its work takes, which is not counted before", async () => {
    const { recordedCalls, limits } = openRecorder();
    const policy = perAddress("photoWork", { counts: "seconds" });
    await takeLimits(policy, limits, attempt);
    const functions = limitsForHandler(policy, limits, attempt);
    await functions.photoWork?.check();
    await functions.photoWork?.charge(1.5);
    expect(recordedCalls).toEqual(["check photoWork 203.0.113.7", "charge photoWork 203.0.113.7 1.5"]);
  });

  test("takes one success out of the count of failures, or all failures before it too", async () => {
    const { recordedCalls, limits } = openRecorder();
    const policy: LimitPolicy = [
      perAddress("signInAddress", { counts: "failures" }),
      perEmailAtAddress("signInAccount", { counts: "failures in a row" }),
    ];
    const functions = limitsForHandler(policy, limits, attempt);
    await functions.signInAddress?.forgive();
    await functions.signInAccount?.forgive();
    expect(recordedCalls).toEqual(["give back signInAddress 203.0.113.7", "forget signInAccount a@b.c 203.0.113.7"]);
  });
});
