import { type AccountType, type Gender, RESERVED_DOMAIN } from "@caramelo/contract/accounts/account";
import { fieldTexts } from "@caramelo/contract/call/errors";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";
import { countCharacters } from "@caramelo/contract/formats/graphemes";
import {
  ADMIN_PASSWORD_MIN,
  KEY_INVITATION_DAYS,
  KEY_INVITATION_PASSWORD_MIN,
  PASSWORD_MAX,
  SESSION_IDLE_HOURS,
  SESSION_REMEMBERED_DAYS,
  SESSION_STAFF_HOURS,
} from "@caramelo/contract/limits";

const HOUR_MS = 3_600_000;
// How long a request and its answer may take at most, with a margin.
const CROSSING_MS = 60_000;
// A session in use is updated at most this often.
const TOUCH_EVERY_MS = 5 * 60_000;

/** The role for a gender and an account type; undefined when they do not fit together. */
export function roleFor(gender: Gender, accountType: AccountType): AccountType | undefined {
  const isFitting = gender === "Masculino" ? accountType === "daddy" : accountType !== "daddy";
  return isFitting ? accountType : undefined;
}

type Secrets = { isAdmin: boolean; factorSetUpAt: Date | null; hasPasskey: boolean };

/**
 * Whether an account needs more than its password: for anybody with an authenticator app, and for staff with a passkey,
 * even a blocked one, because a copy must not take the second factor away. For members a passkey is only another way to
 * sign in.
 */
export function hasSecondFactor({ isAdmin, factorSetUpAt, hasPasskey }: Secrets): boolean {
  return factorSetUpAt !== null || (isAdmin && hasPasskey);
}

/**
 * The ways in which the person of an account can prove again who they are, the best first. Staff whose only factor is a
 * blocked passkey have none: an owner of the team must remove it. `hasUsablePasskey`: one that is not blocked.
 */
export function listProofs(account: Secrets & { hasUsablePasskey: boolean }): ("passkey" | "code" | "password")[] {
  const passkey = account.hasUsablePasskey ? (["passkey"] as const) : [];
  if (account.factorSetUpAt !== null) return [...passkey, "code"];
  return hasSecondFactor(account) ? [...passkey] : [...passkey, "password"];
}

/** Whether to invite a member to add a key after a right password: the password is short, and they have no key yet. */
export function needsKey(member: Secrets, password: string): boolean {
  if (member.isAdmin || member.hasPasskey || member.factorSetUpAt !== null) return false;
  return countCharacters(password) < KEY_INVITATION_PASSWORD_MIN;
}

/** A member whose last invitation was before this moment may be invited again. */
export function keyInvitationsUntil(now: Date): Date {
  return new Date(now.getTime() - KEY_INVITATION_DAYS * 24 * HOUR_MS);
}

type Profile = {
  deactivatedAt: Date | null;
  consentWithdrawnAt: Date | null;
  suspendedAt: Date | null;
  awaitsConfirmation: boolean;
  isManaged: boolean;
  erasesAt: Date | null;
  frozenAt: Date | null;
};

type SignInVerdict = "welcome" | "welcome-back" | "suspended" | "unconfirmed" | "unclaimed" | "erased" | "frozen";

/**
 * Judges a sign-in after a right password. A deactivated member comes back, a suspended one is refused, and an
 * unconfirmed one must confirm the address first. A member without the consent to sensitive data signs in, but stays
 * hidden. A managed profile cannot be used until its person has taken it over. A waiting erasure is not cancelled by a
 * sign-in, but admits a suspended member, whose session can do little more than cancel it; once it has begun there is
 * no account any more. A frozen account refuses sign-in.
 */
export function judgeSignIn(profile: Profile, now: Date): SignInVerdict {
  if (profile.erasesAt && profile.erasesAt.getTime() <= now.getTime()) return "erased";
  if (profile.suspendedAt && !profile.erasesAt) return "suspended";
  if (profile.isManaged) return "unclaimed";
  if (profile.awaitsConfirmation) return "unconfirmed";
  if (profile.frozenAt) return "frozen";
  const staysHidden = profile.consentWithdrawnAt !== null || profile.erasesAt !== null;
  return profile.deactivatedAt && !staysHidden ? "welcome-back" : "welcome";
}

/**
 * The temporary address of a sign-up until a job decides whether it may have the real one. No mail reaches this
 * address.
 */
export function pendingAddress(memberId: string): string {
  return `${memberId}@${RESERVED_DOMAIN}`;
}

type ClaimingAccount = { createdAt: Date };
type Holder = ClaimingAccount & Pick<Profile, "suspendedAt" | "awaitsConfirmation">;

/**
 * Whether a sign-up gets its address (`claims`). `owned`: a confirmed account has it; `nothing`: a suspended one or a
 * later sign-up has it. The latest sign-up replaces earlier ones, so that nothing that strangers wrote in them remains.
 */
export function judgeClaim(signUp: ClaimingAccount, holder: Holder | undefined): "claims" | "owned" | "nothing" {
  if (!holder) return "claims";
  if (holder.suspendedAt) return "nothing";
  if (!holder.awaitsConfirmation) return "owned";
  return holder.createdAt.getTime() > signUp.createdAt.getTime() ? "nothing" : "claims";
}

/**
 * When a session ends: for staff 8 hours and if remembered 30 days after sign-in, otherwise 24 hours after the last
 * use.
 */
export function sessionEnd({ isStaff, isRemembered }: { isStaff: boolean; isRemembered: boolean }, now: Date): Date {
  const hoursOfMember = isRemembered ? SESSION_REMEMBERED_DAYS * 24 : SESSION_IDLE_HOURS;
  const hours = isStaff ? SESSION_STAFF_HOURS : hoursOfMember;
  return new Date(now.getTime() + hours * HOUR_MS);
}

type Session = { endedAt: Date | null; expiresAt: Date; lastSeenAt: Date };

export function isSessionOver(session: Session, now: Date): boolean {
  return session.endedAt !== null || session.expiresAt.getTime() <= now.getTime();
}

/** Whether a session ended in the last minute: a late answer to it must not clear the cookie of a new sign-in. */
export function hasJustEnded(endedAt: Date | null | undefined, now: Date): boolean {
  return endedAt != null && now.getTime() - endedAt.getTime() < CROSSING_MS;
}

export function isTouchDue(session: Session, now: Date): boolean {
  return now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS;
}

/** Why a password is refused for a staff account; undefined when it is accepted. */
export function judgeAdminPassword(
  password: string,
  isCommon: boolean,
): "too short" | "too long" | "too common" | undefined {
  if (countCharacters(password) < ADMIN_PASSWORD_MIN) return "too short";
  if (countCharacters(password) > PASSWORD_MAX) return "too long";
  return isCommon ? "too common" : undefined;
}

type JudgedPassword = { isAdmin: boolean; isCommon: boolean };

/** The error text for a new password that is long enough for a member; undefined when it is accepted. */
export function judgeNewPassword(password: string, { isAdmin, isCommon }: JudgedPassword): string | undefined {
  const isTooShort = isAdmin && judgeAdminPassword(password, isCommon) === "too short";
  if (isTooShort) return fieldTexts.adminPasswordTooShort;
  return isCommon ? fieldTexts.passwordTooCommon : undefined;
}

export function linkEnd(hours: number, now: Date): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** Whether mail to an address reaches no person, as for generated people. */
export function isReservedAddress(email: string): boolean {
  return email.endsWith(".invalid");
}

/** An address for a made-up person: the plain letters of the name, and a mark that makes the address unique. */
export function makeAddress(name: string, mark: string): string {
  const words = name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z]+/g, ".");
  return `${words}.${mark}@${RESERVED_DOMAIN}`;
}

const FIRST_DAY_MS = 24 * HOUR_MS;

type Arrival = {
  createdAt: Date;
  /** Whether the member has signed in more than once, in any browser. */
  hasSeveralSessions: boolean;
  isAdmin: boolean;
};

/** Whether an account was made less than a day ago. */
export function isFirstDay(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FIRST_DAY_MS;
}

/** Whether nothing is sold to a member yet: they are in their first session, and signed up less than a day ago. */
export function isNewcomer({ createdAt, hasSeveralSessions, isAdmin }: Arrival, now: Date): boolean {
  return !isAdmin && !hasSeveralSessions && isFirstDay(createdAt, now);
}

type Person = { id: string; role: StaffRole | null; suspendedAt: Date | null; isInvited: boolean };

/** Whether a person is an owner who can sign in: one who was only invited may never do so. */
export function isActiveOwner({ role, suspendedAt, isInvited }: Person): boolean {
  return role === "owner" && suspendedAt === null && !isInvited;
}

/** Whether there would still be an active owner if this person were no owner any more. */
export function mayLoseOwner(team: readonly Person[], id: string): boolean {
  return team.some((person) => person.id !== id && isActiveOwner(person));
}

// The most specific name comes first: nearly every user agent also contains Safari, and many contain Chrome.
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPiOS|OPX)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS)\//, "Chrome"],
  [/\bVersion\/[\d.].*\bSafari\//, "Safari"],
];

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

/** The name of a browser, such as "Chrome no Android". It proves nothing, because a browser can send any user agent. */
export function deviceName(userAgent: string): string {
  const nameIn = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [nameIn(BROWSERS), nameIn(SYSTEMS)];
  if (browser === undefined) return "Navegador desconhecido";
  return system === undefined ? browser : `${browser} no ${system}`;
}
