import type { Role } from "../members/rules.ts";

/** How many tiers lists have: members with a paid place, the verified, the rest and the managed, in this order. */
export const TIERS = 4;
/** How many of the tiers are highlighted: paid places and the verified. */
export const TIERS_HIGHLIGHTED = 2;
/** The number of all tiers except the managed one. */
export const TIERS_UNMANAGED = 3;

/** Whether a role is a payer: payers buy messages and premium, while babies write for free and buy a highlight. */
export function isPayer(role: Role | null): boolean {
  return role === "daddy" || role === "mommy";
}

type Premium = { hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/**
 * Whether a member has premium: it was bought and has not ended, or the staff gave it without an end. Staff have no
 * entitlement and no premium.
 */
export function isPremiumAt(entitlement: Premium | undefined, now: Date): boolean {
  if (entitlement === undefined) return false;
  return entitlement.hasCourtesyPremium === true || isPremiumPaidAt(entitlement, now);
}

/** Whether bought premium is running, regardless of premium that the staff gave. */
export function isPremiumPaidAt({ premiumUntil }: Pick<Premium, "premiumUntil">, now: Date): boolean {
  return premiumUntil !== null && premiumUntil > now;
}

/** Returns when running premium ends; null when none is running, and when the staff gave it without an end. */
export function premiumEnd(entitlement: Premium, now: Date): Date | null {
  return isPremiumAt(entitlement, now) && !entitlement.hasCourtesyPremium ? entitlement.premiumUntil : null;
}

export function isHighlightedAt({ highlightedUntil }: { highlightedUntil: Date | null }, now: Date): boolean {
  return highlightedUntil !== null && highlightedUntil > now;
}

export function paysToWrite({ role, isPremium }: { role: Role | null; isPremium: boolean }): boolean {
  return isPayer(role) && !isPremium;
}

/**
 * Whether a member may see their visitors and admirers. Babies see everybody, because they cannot buy premium; payers
 * need premium. Staff have no visitors or admirers.
 */
export function maySeeWhoCame(role: Role, entitlement: Premium | undefined, now: Date): boolean {
  return role === "baby" || (isPayer(role) && isPremiumAt(entitlement, now));
}

type Balance = Premium & { role: Role; tokens: number | null; conversations: number | null };

/** Returns a member's remaining tokens and conversations; null for members who write without paying. */
export function balanceOf(member: Balance, now: Date): { tokens: number; conversations: number } | null {
  if (!paysToWrite({ role: member.role, isPremium: isPremiumAt(member, now) })) return null;
  return { tokens: member.tokens ?? 0, conversations: member.conversations ?? 0 };
}
