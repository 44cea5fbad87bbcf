import { expect, test } from "vitest";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

test("the process says that it lives, and that it is ready while the database answers", async () => {
  const browser = world.browser();
  expect(await (await browser.raw("/healthz")).json()).toEqual({ status: "ok" });
  const ready = await browser.raw("/readyz");
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: "ok" });
});
