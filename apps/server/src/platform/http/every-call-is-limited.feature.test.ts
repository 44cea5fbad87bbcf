import type { AnyCall } from "@caramelo/contract/call/call";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { contract } from "@caramelo/contract/contract";
import { expect, test } from "vitest";
import { openSession } from "../../features/accounts/session-check.ts";
import { sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { makeMember } from "../../testing/people.ts";
import { openWorld } from "../../testing/world.ts";

// In this world every limit lets one attempt pass. Only the limit of bodies is high, because it would hide a call
// without a limit of its own.
const limitSettings = Object.keys(rateLimits).map((name) => [
  limitSetting(name),
  name === "bodies" ? "999999/1" : "1/999999",
]);
const world = await openWorld(Object.fromEntries(limitSettings));
const picture = [new Blob(["no picture"]), new Blob(["no picture"])];
// The second attempt is refused, or a later one where the limit counted the first one under another key.
const ATTEMPTS = 4;

const calls: [string, AnyCall][] = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]): [string, AnyCall] => [`${feature}.${name}`, call]),
);

/** A browser of somebody who may make the call; `renew` lets them make it again, whatever it did. */
async function openCaller({ access }: AnyCall) {
  const browser = world.browser();
  if (access === "public" || access === "guest") return { browser, renew: async () => browser.jar.clear() };
  const { id: memberId } = await makeMember(world.owner, { role: access === "admin" ? "admin" : "baby" });
  const exchange = { userAgent: "", sessionToken: undefined };
  const renew = async () => {
    const shown = { deactivatedAt: null, erasesAt: null, consentWithdrawnAt: null };
    await world.db.updateTable("profile").set(shown).where("memberId", "=", memberId).execute();
    browser.jar.clear();
    browser.jar.set("caramelo", await openSession(world.context, exchange, { memberId, isRemembered: false }));
  };
  return { browser, renew };
}

test.each(calls)("[T70] %s has a limit", async (_, call) => {
  const { browser, renew } = await openCaller(call);
  const input = sampleInput(call);
  const statuses: number[] = [];
  while (statuses.length < ATTEMPTS && statuses.at(-1) !== 429) {
    await renew();
    statuses.push((await sendInput(browser.raw, call, input, picture)).status);
  }
  expect(statuses.at(-1)).toBe(429);
});
