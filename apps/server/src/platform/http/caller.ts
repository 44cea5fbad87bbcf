import type { AccountType } from "@caramelo/contract/accounts/account";
import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";

/** `messaging`: write to others. `entry`: anything but look after what is their own. */
export type AgeGate = "messaging" | "entry";

/** The signed-in member of a request, with what most calls need: the session check reads it all in one query. */
export type Me = {
  id: string;
  sessionId: string;
  isAdmin: boolean;
  /** null for members. */
  staffRole: StaffRole | null;
  /** When they last proved who they are: at sign-in, or by a code or the password since. */
  provedAt: Date;
  /** They gave a code of their second factor in this session. */
  hasFactor: boolean;
  role: AccountType | "admin";
  /** What the member may not do until their age is assured; null for nothing. */
  ageGate: AgeGate | null;
  /** null for staff. */
  cityId: number | null;
};

/** What the session check found out about a request: no session, an expired session, or a signed-in member. */
export type Caller = { me: Me } | ({ me: undefined } & PastSession);

export type PastSession = {
  /** The request carried a session that has expired. */
  hadSession: boolean;
  /** It ended a moment ago. The browser may have a new session by now, which the answer must not clear. */
  hasJustEnded: boolean;
};

/** What a handler may read and change of the HTTP exchange itself. */
export type Exchange = PastSession & {
  address: string;
  userAgent: string;
  sessionToken: string | undefined;
  /** The tags of what the browser keeps of this address (`If-None-Match`), without the mark of weak ones. */
  keptTags: string[];
  setSession(token: string, isRemembered: boolean): void;
  /** The browser forgets the session, and with it what `clearCache` names. */
  clearSession(): void;
  /** Tells the browser to forget the photos and pages that it keeps of this site. */
  clearCache(): void;
  /** The secret by which accounts know this browser again; whoever has it proves nothing else. */
  deviceToken: string | undefined;
  setDevice(token: string): void;
};
