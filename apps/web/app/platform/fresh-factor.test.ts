// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { ApiError } from "./api.ts";
import { factorQuestion, withFreshFactor } from "./fresh-factor.ts";

const { refreshSession } = vi.hoisted(() => ({ refreshSession: vi.fn() }));
vi.mock("./session.ts", () => ({ refreshSession }));

const stale = new ApiError("FRESH_FACTOR_REQUIRED", "Confirme que é você para continuar.");

function answer(isProven: boolean) {
  const question = factorQuestion.get();
  if (!question) throw new Error("nobody asks");
  question.answer(isProven);
}

test("[D2.53] an action with a fresh proof asks nothing", async () => {
  expect(await withFreshFactor(async () => "done")).toBe("done");
  expect(factorQuestion.get()).toBeNull();
});

test("[D2.53] an action that needs a proof asks for it, and is done again once it was given", async () => {
  const act = vi.fn<() => Promise<string>>().mockRejectedValueOnce(stale).mockResolvedValueOnce("done");
  const acting = withFreshFactor(act);
  await vi.waitUntil(() => factorQuestion.get() !== null);
  // The session is loaded again, because another device may have changed which proofs this person has.
  expect(refreshSession).toHaveBeenCalledOnce();
  answer(true);
  expect(await acting).toBe("done");
  expect(act).toHaveBeenCalledTimes(2);
  expect(factorQuestion.get()).toBeNull();
});

test("[D2.53] an action whose question is given up fails and is not done again", async () => {
  const act = vi.fn<() => Promise<string>>().mockRejectedValue(stale);
  const acting = withFreshFactor(act);
  const failing = expect(acting).rejects.toBe(stale);
  await vi.waitUntil(() => factorQuestion.get() !== null);
  answer(false);
  await failing;
  expect(act).toHaveBeenCalledTimes(1);
});

test("[D2.53] two actions at the same time ask once", async () => {
  const make = () => vi.fn<() => Promise<string>>().mockRejectedValueOnce(stale).mockResolvedValueOnce("done");
  const acting = [withFreshFactor(make()), withFreshFactor(make())];
  await vi.waitUntil(() => factorQuestion.get() !== null);
  const question = factorQuestion.get();
  answer(true);
  expect(await Promise.all(acting)).toEqual(["done", "done"]);
  expect(question).not.toBeNull();
});

test.each([
  [true, 2],
  [false, 1],
] as const)("[D2.53] a refusal that comes after the answer %s asks no second time", async (isProven, calls) => {
  let refuse = () => {};
  const late = vi
    .fn<() => Promise<string>>()
    .mockReturnValueOnce(new Promise((_, reject) => (refuse = () => reject(stale))))
    .mockResolvedValueOnce("done");
  const acting = withFreshFactor(late).catch(() => "given up");
  const first = withFreshFactor(vi.fn<() => Promise<string>>().mockRejectedValueOnce(stale)).catch(() => {});
  await vi.waitUntil(() => factorQuestion.get() !== null);
  answer(isProven);
  await first;
  refuse();
  expect(await acting).toBe(isProven ? "done" : "given up");
  expect(late).toHaveBeenCalledTimes(calls);
  expect(factorQuestion.get()).toBeNull();
});

test("another failure is passed on without a question", async () => {
  const otherFailure = new ApiError("NOT_FOUND", "Não encontramos.");
  await expect(withFreshFactor(() => Promise.reject(otherFailure))).rejects.toBe(otherFailure);
  expect(factorQuestion.get()).toBeNull();
});
