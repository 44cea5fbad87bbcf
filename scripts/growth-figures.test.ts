import { describe, expect, test } from "vitest";
import {
  ACTIVITY,
  bytesOfMember,
  bytesOfMessage,
  COSTS,
  type Figures,
  PRICES,
  planFor,
  slopeBetween,
} from "./growth-figures.ts";

const TABLES = [
  ...["member", "profile", "entitlement", "member_stream", "member_setting", "presence", "session", "photo"],
  ...["photo_object", "message", "ledger_entry", "conversation", "visit", "notification"],
];
/** Each row has 100 bytes, and 50 more in indexes. */
const figures: Figures = {
  ...Object.fromEntries(
    TABLES.flatMap((name) => [
      [`B a row of ${name}`, 100],
      [`B of indexes a row of ${name}`, 50],
    ]),
  ),
  "B of journal a send": 2_000,
  "B of journal a send, each page for the first time": 80_000,
  "bytes of the index a profile": 200,
};
const plan = (members: number) => planFor(members, figures);

test("a member has a row in seven tables, and one of two for each photo", () => {
  expect(bytesOfMember(figures)).toBe(150 * (7 + 2 * ACTIVITY["photos a member"]));
});

test("a message has its row, its part of two conversations, and of the ledger as far as messages are paid", () => {
  const parts = 1 + ACTIVITY["of the messages are paid by a token"] + 2 / ACTIVITY["messages a conversation"];
  expect(bytesOfMessage(figures)).toBeCloseTo(150 * parts);
});

test("each further member adds the slope between two sizes", () => {
  expect(slopeBetween([100, 30], [300, 70])).toBe(0.2);
});

describe("a plan", () => {
  test("counts calls, sends and connections from those who come", () => {
    const { comers, calls, sends, sockets } = plan(1_000_000);
    expect(comers).toBe(100_000);
    expect(calls).toBeCloseTo((100_000 * 150 * 0.1) / 3_600);
    expect(sends).toBeCloseTo((100_000 * 20 * 0.1) / 3_600);
    expect(sockets).toBe(15_000);
  });

  test("has at least two web processes on two machines, a worker, and a standby", () => {
    const { processes, webMachines, workers, postgres } = plan(1_000);
    expect([processes, webMachines, workers, postgres.machines]).toEqual([2, 2, 1, 2]);
  });

  test("has as many primaries as the disks of the database need", () => {
    const { database, postgres } = plan(50_000_000);
    expect(postgres.primaries).toBeGreaterThan(1);
    expect(database / postgres.primaries).toBeLessThanOrEqual(COSTS["GB of one PostgreSQL at most"]);
  });

  test("never costs less for more members", () => {
    const costs = [1e5, 1e6, 5e6, 1e7, 5e7].map((members) => {
      const { machines, PostgreSQL, photos } = plan(members).money;
      return machines + PostgreSQL + photos;
    });
    expect(costs).toEqual(costs.toSorted((a, b) => a - b));
  });

  test("puts no more processes on a machine than its memory holds", () => {
    const { processes, processGb, webMachines } = plan(50_000_000);
    expect((processes / webMachines) * processGb).toBeLessThanOrEqual(64);
  });

  test("is made of numbers alone", () => {
    expect(Object.values({ ...ACTIVITY, ...COSTS, ...PRICES }).every((value) => value > 0)).toBe(true);
    expect(JSON.stringify(plan(1e6))).not.toContain("null");
  });
});
