import type { AccountType, Gender } from "@caramelo/contract/accounts";
import { countCharacters } from "@caramelo/contract/characters";
import { fieldTexts } from "@caramelo/contract/errors";
import {
  ADMIN_PASSWORD_MIN,
  PASSWORD_MAX,
  SESSION_IDLE_HOURS,
  SESSION_REMEMBERED_DAYS,
} from "@caramelo/contract/limits";

const HOUR_MS = 3_600_000;
// Longer than an answer is on its way.
const CROSSING_MS = 60_000;
// A session in use is written to at most this often.
const TOUCH_EVERY_MS = 5 * 60_000;

/** The role that a gender and the chosen account type give; undefined when they do not go together. */
export function roleFor(gender: Gender, accountType: AccountType): AccountType | undefined {
  const isFitting = gender === "Masculino" ? accountType === "daddy" : accountType !== "daddy";
  return isFitting ? accountType : undefined;
}

type Profile = { deactivatedAt: Date | null; suspendedAt: Date | null; awaitsConfirmation: boolean };

/**
 * What a right password opens. A member who left may come back; one whom the team suspended may not, whatever else
 * holds, and one whose address is not confirmed not yet.
 */
export function judgeSignIn(profile: Profile): "welcome" | "welcome-back" | "suspended" | "unconfirmed" {
  if (profile.suspendedAt) return "suspended";
  if (profile.awaitsConfirmation) return "unconfirmed";
  return profile.deactivatedAt ? "welcome-back" : "welcome";
}

/** Remembered: 30 days from sign-in. Otherwise 24 hours from the last use. */
export function sessionEnd(isRemembered: boolean, now: Date): Date {
  const hours = isRemembered ? SESSION_REMEMBERED_DAYS * 24 : SESSION_IDLE_HOURS;
  return new Date(now.getTime() + hours * HOUR_MS);
}

type Bought = { hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/** Bought and not yet over, or given by the team without an end. Without an entitlement, as for an admin, it is neither. */
export function isPremiumAt(bought: Bought | undefined, now: Date): boolean {
  if (bought === undefined) return false;
  return bought.hasCourtesyPremium === true || (bought.premiumUntil !== null && bought.premiumUntil > now);
}

type Session = { endedAt: Date | null; expiresAt: Date; lastSeenAt: Date };

export function isSessionOver(session: Session, now: Date): boolean {
  return session.endedAt !== null || session.expiresAt.getTime() <= now.getTime();
}

/**
 * A question that left with the old session may be answered after somebody signed in anew in another tab: what it is told
 * must not cost them the new one.
 */
export function hasJustEnded(endedAt: Date | null | undefined, now: Date): boolean {
  return endedAt != null && now.getTime() - endedAt.getTime() < CROSSING_MS;
}

export function isTouchDue(session: Session, now: Date): boolean {
  return now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS;
}

/** Why a password will not do for a staff account; undefined when it will. */
export function judgeAdminPassword(
  password: string,
  isCommon: boolean,
): "too short" | "too long" | "too common" | undefined {
  if (countCharacters(password) < ADMIN_PASSWORD_MIN) return "too short";
  if (countCharacters(password) > PASSWORD_MAX) return "too long";
  return isCommon ? "too common" : undefined;
}

type Judged = { isAdmin: boolean; isCommon: boolean };

/** What a form says of a new password that is long enough for a member; undefined when it will do. */
export function judgeNewPassword(password: string, { isAdmin, isCommon }: Judged): string | undefined {
  const isTooShort = isAdmin && judgeAdminPassword(password, isCommon) === "too short";
  if (isTooShort) return fieldTexts.adminPasswordTooShort;
  return isCommon ? fieldTexts.passwordTooCommon : undefined;
}

/** Until when a mailed link is good. */
export function linkEnd(hours: number, now: Date): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}
