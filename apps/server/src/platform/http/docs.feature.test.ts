import { contract } from "@caramelo/contract/contract";
import { expect, test, vi } from "vitest";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld({ LIMIT_API_DOCS: "3/60" });
const ADDRESS = "/api/docs/openapi.json";

test("[T58] the API's description is made and written once, however often it is read", async () => {
  const stringify = vi.spyOn(JSON, "stringify");
  const replies = [];
  for (let time = 0; time < 5; time += 1) replies.push(await world.browser().raw(ADDRESS));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const writtenDocs = stringify.mock.calls.filter(([value]) => Object.hasOwn(Object(value), "openapi"));
  expect(writtenDocs).toHaveLength(1);
  const texts = await Promise.all(replies.map((reply) => reply.text()));
  expect(new Set(texts).size).toBe(1);
  expect(Object.keys(JSON.parse(texts[0] ?? "").paths)).toContain(`/api${contract.accounts.signIn.path}`);
  expect(replies[0]?.headers.get("content-type")).toBe("application/json; charset=utf-8");
});

test.each([ADDRESS, "/api/docs"])("[T58] %s has a limit for each address", async (path) => {
  const reader = world.browser();
  for (let time = 0; time < 3; time += 1) expect((await reader.raw(path)).status).toBe(200);
  const refusal = await reader.raw(path);
  expect([refusal.status, (await readFailure(refusal)).code]).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  expect((await world.browser().raw(path)).status).toBe(200);
});

test("the description says how another client signs in: the address, the cookie, and the Origin of each change", async () => {
  const client = world.browser();
  const { servers, components, paths } = JSON.parse(await (await client.raw(ADDRESS)).text());
  expect(servers).toEqual([{ url: world.context.site.origin }]);
  expect(components.securitySchemes.session).toEqual({ type: "apiKey", in: "cookie", name: "caramelo" });
  expect(paths["/api/notifications"].get.security).toEqual([{ session: [] }]);
  const { security, parameters } = paths[`/api${contract.accounts.signIn.path}`].post;
  expect([security, parameters]).toEqual([
    undefined,
    [{ name: "Origin", in: "header", required: true, schema: { const: world.context.site.origin } }],
  ]);
});
