import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { protecting } from "../call/limit-policy.ts";
import { only } from "../call/names.ts";
import { before } from "../call/page.ts";
import { RECOVERY_CODES, STAFF_PAGE } from "../limits.ts";
import { STAFF_ROLES } from "./staff-permissions.ts";

// These calls have a count of their own, so that other calls of the office cannot keep anybody from ending sessions.
const limit = protecting("staffCalls", { apart: "access" });
/**
 * Wrong codes are counted apart from the account's other forms, because a right password there would reset the count.
 */
const guessing = [
  ...limit,
  ...protecting("signInAccount", { apart: "factor", counts: "failures in a row", taken: "handler" }),
] as const;
/** What an authenticator or a list of recovery codes shows, with or without blanks and hyphens. */
const Code = z.string().max(40);

const ownAccess = { ...quietOfficeCall, permission: "ownAccess", limit } as const;
const manageTeam = { ...officeCall, permission: "manageTeam", limit } as const;
const params = z.strictObject({ id: id() });
// Members are not staff, so naming one is answered as not found.
const namesStaff = { thing: "member", verdicts: only("own", "NOT_FOUND") } as const;
/** A change of a staff member's access. */
const accessCall = {
  ...manageTeam,
  changes: "none",
  names: { ...namesStaff, isUsedUp: true },
  params,
  answers: z.strictObject({}),
  errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
} as const;
const grave = ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "LAST_OWNER", "RATE_LIMIT_EXCEEDED"] as const;

/** The calls about the access of staff: their own, and that of others, which owners manage. */
export const staffAccounts = {
  ownFactor: call({
    ...ownAccess,
    method: "GET",
    path: "/admin/access/factor",
    answers: z.strictObject({
      setUpAt: instant().nullable(),
      recoveryCodesLeft: z.int(),
      /** Whether the site requires a second factor of all staff. */
      isRequired: z.boolean(),
    }),
    summary: "Whether the caller has a second factor, and how many recovery codes are left.",
  }),
  beginFactor: call({
    ...ownAccess,
    method: "POST",
    path: "/admin/access/factor",
    answers: z.strictObject({
      /** The secret in base32, for typing it into an authenticator. */
      secret: z.string(),
      /** The secret as an otpauth address, for the QR code. */
      uri: z.string(),
    }),
    errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary: "Makes a secret for an authenticator; nothing changes before a code of it was given.",
  }),
  confirmFactor: call({
    ...ownAccess,
    method: "PUT",
    path: "/admin/access/factor",
    limit: guessing,
    changes: { caller: "self" },
    body: z.strictObject({ code: Code }),
    answers: z.strictObject({
      /** The codes are shown once: only their hashes are stored. */
      recoveryCodes: z.array(z.string()),
    }),
    errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Sets up the second factor by a first code of its authenticator, ends the caller's other sessions and answers recovery codes.",
  }),
  renewRecoveryCodes: call({
    ...ownAccess,
    method: "POST",
    path: "/admin/access/recovery-codes",
    answers: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: `Makes ${RECOVERY_CODES} new recovery codes and voids the others.`,
  }),
  team: call({
    ...manageTeam,
    method: "GET",
    path: "/admin/team",
    changes: "none",
    names: "nothing",
    query: z.strictObject({ before }),
    answers: z.strictObject({
      people: z.array(
        z.strictObject({
          id: z.uuid(),
          name: z.string(),
          email: z.string(),
          role: z.enum(STAFF_ROLES),
          isActive: z.boolean(),
          hasFactor: z.boolean(),
          sessions: z.int(),
          lastSeenAt: instant().nullable(),
          isSelf: z.boolean(),
        }),
      ),
      next: z.string().nullable(),
    }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `The staff, the latest first, ${STAFF_PAGE} a page.`,
  }),
  changeStaffRole: call({
    ...accessCall,
    method: "PUT",
    path: "/admin/team/:id/role",
    changes: { named: "self" },
    names: namesStaff,
    body: z.strictObject({ role: z.enum(STAFF_ROLES) }),
    errors: grave,
    summary: "Gives somebody of the staff another role and ends their sessions; the last active owner stays one.",
  }),
  changeStaffAccess: call({
    ...accessCall,
    method: "PUT",
    path: "/admin/team/:id/access",
    names: namesStaff,
    body: z.strictObject({ isActive: z.boolean() }),
    errors: grave,
    summary: "Closes the office to somebody of the staff and ends their sessions, or opens it again.",
  }),
  resetFactor: call({
    ...accessCall,
    method: "DELETE",
    path: "/admin/team/:id/factor",
    summary: "Removes the second factor of somebody who lost it, and ends all their sessions.",
  }),
  endStaffSessions: call({
    ...accessCall,
    method: "DELETE",
    path: "/admin/team/:id/sessions",
    summary: "Ends all sessions of somebody of the staff.",
  }),
};
