import { expect, test } from "vitest";
import { openRepeatedWork } from "./repeated-work.ts";

const LONG_MS = 600_000;

/** Rounds whose work lasts until the test ends it. */
function open() {
  const ends: (() => void)[] = [];
  const rounds = openRepeatedWork(() => new Promise<void>((resolve) => void ends.push(resolve)));
  return { rounds, endRound: () => ends.shift()?.() };
}

test("a write that is requested while a round reads is not counted as read by that round", async () => {
  const { rounds, endRound } = open();
  rounds.request();
  const first = rounds.run();
  rounds.request();
  endRound();
  await first;
  expect(rounds.isDue(LONG_MS)).toBe(true);
  const second = rounds.run();
  endRound();
  await second;
  expect(rounds.isDue(LONG_MS)).toBe(false);
});

test("callers who ask while a round reads wait for one that began afterwards, which all of them share", async () => {
  const { rounds, endRound } = open();
  const over: string[] = [];
  const asks = [rounds.run(), rounds.run(), rounds.run()].map((round, at) => round.then(() => over.push(`${at}`)));
  endRound();
  await asks[0];
  expect(over).toEqual(["0"]);
  endRound();
  await Promise.all(asks);
  expect(over.sort()).toEqual(["0", "1", "2"]);
});
