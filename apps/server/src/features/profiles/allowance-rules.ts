import { isPremiumAt } from "../../base/members/premium-rules.ts";

const DAY_MS = 86_400_000;
const NEW_FOR_DAYS = 3;

/** How many different profiles are shown in a day to an ordinary member, to one with premium, and to a new account. */
export type ProfilesADay = { ordinary: number; premium: number; fresh: number };

type Viewer = { createdAt: Date; hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/** The number of a member. Premium counts first: it was paid for, so nobody takes it in bulk. */
export function profilesADayFor(viewer: Viewer, numbers: ProfilesADay, now: Date): number {
  if (isPremiumAt(viewer, now)) return numbers.premium;
  const isNew = now.getTime() - viewer.createdAt.getTime() < NEW_FOR_DAYS * DAY_MS;
  return isNew ? Math.min(numbers.fresh, numbers.ordinary) : numbers.ordinary;
}
