import { expect, test } from "vitest";
import { openWorld } from "../../testing/world.ts";

const PATH = "/.well-known/security.txt";

test("the product names its support address for reports of security problems, and no undeliverable one", async () => {
  const demo = await openWorld();
  expect((await demo.browser().raw(PATH)).status).toBe(404);
  const site = await openWorld({ SUPPORT_EMAIL: "ajuda@caramelo.example" });
  const reply = await site.browser().raw(PATH);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
  expect(await reply.text()).toMatch(
    /^Contact: mailto:ajuda@caramelo\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n/,
  );
});
