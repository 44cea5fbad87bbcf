import type { AnyCall } from "@caramelo/contract/call/call";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { listCalls } from "@caramelo/contract/contract";
import { PHOTOS_MAX } from "@caramelo/contract/limits";
import { expect, test, vi } from "vitest";
import { sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { makeSignedIn } from "../../testing/signed-in.ts";
import { openWorld } from "../../testing/world.ts";

// The clock of the limits stands still in tests, so no bucket is refilled: whatever passes fits into a full one.
const floors = Object.entries(rateLimits).map(([name, { floor }]) => [limitSetting(name), floor]);
const world = await openWorld(Object.fromEntries(floors));

/**
 * Every call by which a screen reads something. `drawPhoto` is listed as often as a profile may have photos, because
 * the screen requests each photo separately.
 */
const listReads = (access: readonly string[]): [string, AnyCall][] =>
  listCalls()
    .filter(([, call]) => call.method === "GET" && access.includes(call.access))
    .flatMap((readCall) => Array.from({ length: readCall[0].endsWith(".drawPhoto") ? PHOTOS_MAX : 1 }, () => readCall));

test.each([
  ["admin", ["admin", "member", "public"]],
  ["baby", ["member", "public"]],
] as const)(
  "[T77] with every limit at its floor, one session of a %s reads what all screens together read",
  async (role, access) => {
    // Drawing is expensive, and comes after the limit.
    vi.spyOn(world.context.randomPeople, "drawPhoto").mockResolvedValue(undefined);
    const { browser } = await makeSignedIn(world, { role });
    const refusals: string[] = [];
    for (const [name, call] of listReads(access))
      if ((await sendInput(browser.raw, call, sampleInput(call))).status === 429) refusals.push(name);
    expect(refusals).toEqual([]);
  },
);

test("[T77] with every limit at its floor, settings are read, saved and taken back, whatever else the office did", async () => {
  const { browser } = await makeSignedIn(world, { role: "admin" });
  const { operator, mail } = browser.api;
  for (let at = 0; at < 60; at += 1) await mail.list();
  expect((await mail.list()).status).toBe(429);
  expect((await operator.read()).status).toBe(200);
  expect((await operator.change({ body: { changes: [{ name: "switch:sells", value: false }] } })).status).toBe(200);
  const [change] = (await operator.history()).body.changes;
  expect((await operator.undo({ params: { number: change?.number ?? 0 } })).status).toBe(200);
});
