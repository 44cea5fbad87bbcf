import { expect, test, vi } from "vitest";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

test("the process says that it lives, and that it is ready while the database answers", async () => {
  const browser = world.browser();
  expect(await (await browser.raw("/healthz")).json()).toEqual({ status: "ok" });
  const ready = await browser.raw("/readyz");
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: "ok" });
});

test("[T58] those who ask at the same time whether it is ready share one question to the database", async () => {
  const questions = vi.spyOn(world.db.getExecutor(), "executeQuery");
  const replies = await Promise.all(Array.from({ length: 20 }, () => world.app.inject("/readyz")));
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 20 }, () => 200));
  expect(questions.mock.calls.length).toBeLessThan(5);
  expect((await world.app.inject("/readyz")).statusCode).toBe(200);
});
