import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ENGINES, type Engine, openWatch, SIGNS, UnreportedDeath } from "./signs.ts";

/** A watch over alerts that the test raises. */
function openTestWatch() {
  const raisedAlerts: { name: string; instance: string | undefined }[] = [];
  const watch = openWatch({ prometheus: { listAlerts: async () => raisedAlerts }, reportedWithinMs: 200 });
  return { watch, raise: (name: string, instance?: string) => raisedAlerts.push({ name, instance }), raisedAlerts };
}

test("a death is reported by its alert and its line, and by nothing that was there before", async () => {
  const { watch, raise } = openTestWatch();
  watch.note("Redis does not answer: each process goes on by itself");
  const since = performance.now();
  await expect(watch.waitForDeath("redis", since)).rejects.toThrow("CarameloRedisLost is not raised");
  raise("CarameloRedisLost");
  await expect(watch.waitForDeath("redis", since)).rejects.toThrow(UnreportedDeath);
  watch.note("Redis does not answer: each process goes on by itself");
  await watch.waitForDeath("redis", since);
});

test("the alert about a process names the one that died", async () => {
  const { watch, raise } = openTestWatch();
  raise("CarameloProcessDown", "127.0.0.1:1");
  await expect(watch.waitForDeath("worker", 0, "127.0.0.1:2")).rejects.toThrow(UnreportedDeath);
  await watch.waitForDeath("worker", 0, "127.0.0.1:1");
});

test("an alert that is still raised is waited for, because it would hide the next death", async () => {
  const { watch, raise, raisedAlerts } = openTestWatch();
  raise("CarameloBucketDown");
  await expect(watch.waitForEnd("bucket")).rejects.toThrow("the bucket lives, and CarameloBucketDown is raised");
  raisedAlerts.pop();
  await watch.waitForEnd("bucket");
});

test("calm is without alerts, and with the lines that come late", async () => {
  const { watch, raise, raisedAlerts } = openTestWatch();
  raise("CarameloProcessDown", "127.0.0.1:1");
  await watch.waitForDeath("first web", 0, "127.0.0.1:1");
  await expect(watch.waitForCalm()).rejects.toThrow("no log says");
  watch.note("processes that gave no sign of life any more were left out");
  await expect(watch.waitForCalm()).rejects.toThrow("CarameloProcessDown is still raised");
  raisedAlerts.pop();
  await watch.waitForCalm();
});

test("the guide says of each death by which alert and which line it is reported", () => {
  const guide = readFileSync(new URL("../docs/operations.md", import.meta.url), "utf8");
  const chapter = guide.slice(guide.indexOf("**What happens when something dies.**"));
  const rows = chapter.slice(0, chapter.indexOf("\n\n", chapter.indexOf("| --- |"))).split("\n");
  const nameOf = (engine: Engine) => ({ "first web": "`web`", "second web": "`web`" })[engine as string] ?? engine;
  for (const engine of ENGINES) {
    const { alert, log = "" } = SIGNS[engine];
    const row = rows.find((line) => line.toLowerCase().includes(nameOf(engine)) && line.includes(alert));
    expect(row, engine).toContain(log);
  }
});
