import type { AnyCall } from "@caramelo/contract/call/call";
import { limitSetting, rateLimits } from "@caramelo/contract/call/rate-limits";
import { expect } from "vitest";
import { openSession } from "../../features/accounts/session-check.ts";
import { sampleInput, sendInput } from "../access-matrix/sample-input.ts";
import { makeMember } from "../people.ts";
import { openWorld, type World } from "../world.ts";
import type { CallRules } from "./rule.ts";

// In this world every limit lets one attempt pass. Only the limit of bodies is high, because it would hide a call
// without its own limit.
const limitSettings = Object.keys(rateLimits).map((name) => [
  limitSetting(name),
  name === "bodies" ? "999999/1" : "1/999999",
]);
const picture = [new Blob(["no picture"]), new Blob(["no picture"])];
// The second attempt is refused, or a later one where the limit counted the first one under another key.
const ATTEMPTS = 4;

/** A browser that may make the call. `renew` restores account and session, in case the call ended them. */
async function openCaller(world: World, { access }: AnyCall) {
  const browser = world.browser();
  if (access === "public" || access === "guest") return { browser, renew: async () => browser.jar.clear() };
  const { id: memberId } = await makeMember(world.owner, { role: access === "admin" ? "admin" : "baby" });
  const exchange = { userAgent: "", sessionToken: undefined };
  const renew = async () => {
    const shownStates = { deactivatedAt: null, erasesAt: null, consentWithdrawnAt: null };
    await world.db.updateTable("profile").set(shownStates).where("memberId", "=", memberId).execute();
    browser.jar.clear();
    browser.jar.set("caramelo", await openSession(world.context, exchange, { memberId, isRemembered: false }));
  };
  return { browser, renew };
}

/** Opens the world in which every call must meet its limit. */
export async function openLimitRules(): Promise<CallRules> {
  const world = await openWorld(Object.fromEntries(limitSettings));
  return {
    "[T70] has a limit": async ({ call }) => {
      const { browser, renew } = await openCaller(world, call);
      const input = sampleInput(call);
      const statuses: number[] = [];
      while (statuses.length < ATTEMPTS && statuses.at(-1) !== 429) {
        await renew();
        statuses.push((await sendInput(browser.raw, call, input, picture)).status);
      }
      expect(statuses.at(-1)).toBe(429);
    },
  };
}
