import { type FirstPose, openFirstPoses } from "../portraits/first-poses.ts";
import { openRandom } from "../random.ts";
import { isNearAccounts } from "./towns.ts";

type Person = {
  role: "baby" | "daddy" | "mommy";
  standing: "active" | "managed" | "suspended" | "deactivated";
  isVerified: boolean;
  purchases: readonly unknown[];
  cityId: number;
  isWildcardCity: boolean;
};

/**
 * Deals the poses of first pictures, in the order of the people. No list mixes babies and payers, so each side uses all
 * poses. People who come first in lists are dealt first, so they look least alike.
 */
export function dealFirstPoses(people: readonly Person[]): FirstPose[] {
  const deals = { baby: openFirstPoses(openRandom("poses/baby")), payer: openFirstPoses(openRandom("poses/payer")) };
  const poses = new Map<Person, FirstPose>();
  for (const person of people.toSorted((a, b) => rankOf(a) - rankOf(b)))
    poses.set(person, deals[person.role === "baby" ? "baby" : "payer"]());
  return people.flatMap((person) => poses.get(person) ?? []);
}

/** Paid and verified members come first in each list; a list by distance continues with members near the accounts. */
function rankOf({ standing, isVerified, purchases, cityId, isWildcardCity }: Person): number {
  if (standing !== "active") return 3;
  if (isVerified || purchases.length > 0) return 0;
  return isWildcardCity || isNearAccounts(cityId) ? 1 : 2;
}
