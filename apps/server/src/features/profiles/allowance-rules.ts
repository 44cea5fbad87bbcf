import { isPremiumAt } from "../../base/money/premium-rules.ts";

const DAY_MS = 86_400_000;
const NEW_ACCOUNT_DAYS = 3;

/** How many different profiles an ordinary member, one with premium, and a new account may be shown in a day. */
export type ProfilesADay = { ordinary: number; premium: number; fresh: number };

type Viewer = { createdAt: Date; hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/**
 * How many profiles a member may be shown in a day. Premium wins over a new account, because paid accounts are not
 * mass-made.
 */
export function profilesADayFor(viewer: Viewer, numbers: ProfilesADay, now: Date): number {
  if (isPremiumAt(viewer, now)) return numbers.premium;
  const isNewAccount = now.getTime() - viewer.createdAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS;
  return isNewAccount ? Math.min(numbers.fresh, numbers.ordinary) : numbers.ordinary;
}
