import type { AnyCall } from "@caramelo/contract/call/call";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import { mayStaff } from "@caramelo/contract/call/staff-permissions";
import type { Caller } from "./caller.ts";

/**
 * Returns why a caller may not make a call; undefined when they may. `requiresFactor` means that sessions of staff must
 * have a second factor.
 */
export function judgeAccess(
  { access, permission, isOpenBeforeAge, isOpenWhileErasing }: AnyCall,
  caller: Caller,
  requiresFactor: boolean,
): ErrorCode | undefined {
  if (access === "public") return undefined;
  if (access === "guest") return caller.me ? "PERMISSION_DENIED" : undefined;
  // A caller whose session has ended gets the code that leads to the sign-in page; a caller who never had one is a
  // guest.
  if (!caller.me && caller.hadSession) return "AUTH_SESSION_EXPIRED";
  if (!caller.me) return access === "admin" ? "ADMIN_ONLY" : "AUTH_NO_SESSION";
  const { staffRole, hasFactor, ageGate, lacksConsent, erasesAt } = caller.me;
  if (access === "member" && erasesAt !== null && !isOpenWhileErasing) return "ERASURE_PENDING";
  // Staff see things on the member side that members do not, so calls there need the second factor as well.
  const awaitsFactor = requiresFactor && staffRole !== null && !hasFactor;
  if (access === "member" && isOpenBeforeAge) return undefined;
  if (access === "member" && lacksConsent) return "CONSENT_REQUIRED";
  if (access === "member" && !awaitsFactor) return ageGate === "entry" ? "AGE_ASSURANCE_REQUIRED" : undefined;
  if (access === "admin" && (!permission || !mayStaff(staffRole, permission))) return "ADMIN_ONLY";
  return awaitsFactor ? "SECOND_FACTOR_MISSING" : undefined;
}

/** A page that still shows the previous member of this browser must not act for the member who is signed in now. */
export function judgeSpeaker({ access }: AnyCall, { me }: Caller, speakerId: unknown): ErrorCode | undefined {
  if (!me || speakerId === undefined || access === "public") return undefined;
  return speakerId === me.id ? undefined : "AUTH_SESSION_EXPIRED";
}
