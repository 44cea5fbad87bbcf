import type { AccountType } from "@caramelo/contract/accounts/account";
import type { StaffRole } from "@caramelo/contract/call/staff-permissions";

/**
 * The restriction of a member without assured age. `messaging`: may not write to others. `entry`: may only manage their
 * own data.
 */
export type AgeGate = "messaging" | "entry";

/**
 * The signed-in member of a request. It has what most calls need, because the session check reads all of it in one
 * query.
 */
export type Me = {
  id: string;
  sessionId: string;
  isAdmin: boolean;
  /** null for members. */
  staffRole: StaffRole | null;
  /** When the member last proved who they are: at sign-in, or later by a code or the password. */
  provedAt: Date;
  /** Whether the member gave a code of their second factor in this session. */
  hasFactor: boolean;
  role: AccountType | "admin";
  /** The member's restriction until their age is assured; null for none. */
  ageGate: AgeGate | null;
  /** The member has withdrawn the consent to sensitive data, and may only manage their own data. */
  lacksConsent: boolean;
  /** When the requested erasure begins; until then the member may only cancel it. */
  erasesAt: Date | null;
  /** null for staff. */
  cityId: number | null;
};

/** The result of the session check for a request: no session, one that is over, or a signed-in member. */
export type Caller = { me: Me } | ({ me: undefined } & PastSession);

export type PastSession = {
  /** The request carried a session token, but the session is over or unknown. */
  hadSession: boolean;
  /** The session ended a moment ago. The browser may already have a new session, which the answer must not clear. */
  hasJustEnded: boolean;
};

/** The parts of the HTTP exchange that a handler may read and change. */
export type Exchange = PastSession & {
  address: string;
  /** The origin of our pages, such as "https://caramelo.example", as far as the request may tell it. */
  origin: string;
  userAgent: string;
  sessionToken: string | undefined;
  /** The tags in the request's `If-None-Match`, without the prefix of weak tags. */
  keptTags: string[];
  setSession(token: string, isRemembered: boolean): void;
  /** Makes the browser forget the session, and the data that `clearCache` names. */
  clearSession(): void;
  /** Makes the browser forget its stored photos and pages of this site. */
  clearCache(): void;
  /** The secret by which accounts recognize this browser. It proves nothing else. */
  deviceToken: string | undefined;
  setDevice(token: string): void;
  /** Lets browsers and shared caches store the answer for this long. It must be the same for all callers. */
  allowCaching(seconds: number): void;
};
