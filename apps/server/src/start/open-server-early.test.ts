import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { loadWhileOpening } from "./open-server-early.ts";

function openLoudly(steps: string[]) {
  return async () => {
    steps.push("opening");
    await Promise.resolve();
    steps.push("started its process");
    await setImmediate();
    steps.push("open");
    return { stop: async () => void steps.push("stopped") };
  };
}

test("an opened server is kept when the code loaded meanwhile is there", async () => {
  const steps: string[] = [];
  const { opening, loaded: loadedValue } = await loadWhileOpening(openLoudly(steps), async () => steps.push("loading"));
  await opening;
  expect(loadedValue).toBe(3);
  expect(steps).toEqual(["opening", "started its process", "loading", "open"]);
});

test("an opened server is stopped when the code loaded meanwhile cannot be loaded", async () => {
  const steps: string[] = [];
  const attempt = loadWhileOpening(openLoudly(steps), () => Promise.reject(new Error("no such file")));
  await expect(attempt).rejects.toThrow("no such file");
  expect(steps).toEqual(["opening", "started its process", "open", "stopped"]);
});

test("a server that cannot be opened is reported to the start that waits for it", async () => {
  const attempt = loadWhileOpening(
    () => Promise.reject(new Error("the disk is full")),
    async () => "the product",
  );
  const { opening, loaded: loadedValue } = await attempt;
  expect(loadedValue).toBe("the product");
  await expect(opening).rejects.toThrow("the disk is full");
});
