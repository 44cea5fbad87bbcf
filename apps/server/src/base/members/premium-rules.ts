import type { Role } from "./rules.ts";

/** How many tiers lists have: members with a paid place, the verified, the rest and the managed, in this order. */
export const TIERS = 4;
/** The first tiers: paid places and the verified. */
export const TIERS_HIGHLIGHTED = 2;
/** All tiers but the managed. */
export const TIERS_UNMANAGED = 3;

/** Members of these roles buy messages and premium; babies write for free and buy a highlight. */
export function isPayer(role: Role | null): boolean {
  return role === "daddy" || role === "mommy";
}

type Premium = { hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/** Premium was bought and has not ended, or the staff gave it without an end. Staff have no entitlement and no premium. */
export function isPremiumAt(entitlement: Premium | undefined, now: Date): boolean {
  if (entitlement === undefined) return false;
  return (
    entitlement.hasCourtesyPremium === true || (entitlement.premiumUntil !== null && entitlement.premiumUntil > now)
  );
}

/** When running premium ends; null when none runs, and when the staff gave it without an end. */
export function premiumEnd(entitlement: Premium, now: Date): Date | null {
  return isPremiumAt(entitlement, now) && !entitlement.hasCourtesyPremium ? entitlement.premiumUntil : null;
}

export function isHighlightedAt({ highlightedUntil }: { highlightedUntil: Date | null }, now: Date): boolean {
  return highlightedUntil !== null && highlightedUntil > now;
}

export function paysToWrite({ role, isPremium }: { role: Role | null; isPremium: boolean }): boolean {
  return isPayer(role) && !isPremium;
}

/** Babies see every visitor and admirer, because they cannot buy premium; payers need premium for it. Staff have neither. */
export function maySeeWhoCame(role: Role, entitlement: Premium | undefined, now: Date): boolean {
  return role === "baby" || (isPayer(role) && isPremiumAt(entitlement, now));
}

type Balance = Premium & { role: Role; tokens: number | null; conversations: number | null };

/** What a member has left to write with; null for those who write without paying. */
export function balanceOf(member: Balance, now: Date): { tokens: number; conversations: number } | null {
  if (!paysToWrite({ role: member.role, isPremium: isPremiumAt(member, now) })) return null;
  return { tokens: member.tokens ?? 0, conversations: member.conversations ?? 0 };
}
