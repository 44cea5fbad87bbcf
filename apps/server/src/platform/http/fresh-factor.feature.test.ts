import { expect, test } from "vitest";
import { Failure } from "./failure.ts";
import { requireFreshFactor } from "./fresh-factor.ts";

const provedAt = new Date("2026-11-23T12:00:00Z");
const after = (ms: number) => () => requireFreshFactor({ provedAt }, new Date(provedAt.getTime() + ms));

test("[D2.53] a proof is fresh for 10 minutes exactly", () => {
  expect(after(0)).not.toThrow();
  expect(after(600_000)).not.toThrow();
  expect(after(600_001)).toThrow(Failure);
});
