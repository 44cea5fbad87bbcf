import * as z from "zod";
import { call, id, instant } from "../call/call.ts";
import { before, officeCall } from "../call/common-calls.ts";
import { office, perMember, protecting } from "../call/limit-policy.ts";
import { all, ofMembers, only } from "../call/names.ts";
import { STAFF_ROLES } from "../call/staff-permissions.ts";
import { RECOVERY_LINK_HOURS, STAFF_PAGE } from "../limits.ts";
import { Email, PersonName } from "./account.ts";

// These calls are counted separately, so that other office calls cannot prevent staff from ending sessions.
const limit = protecting("staffCalls", { apart: "access" });
const manageTeam = { ...officeCall, permission: "manageTeam", limit } as const;
// Each one sends a mail. Only the handler knows whether the caller has authenticated recently.
const inviting = [...office, perMember("staffInvitations", { taken: "handler" })] as const;
const params = z.strictObject({ id: id() });
// Members are not staff, so naming one gives "not found".
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

/** The calls with which staff manage the access of others: owners that of staff, both roles the sessions of members. */
export const staffAccounts = {
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
          /** Invited, without a password yet. */
          isInvited: z.boolean(),
          /** No mailed invitation link is valid any more. Absent in answers of the last release. */
          isInvitationExpired: z.boolean().optional(),
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
  inviteStaff: call({
    ...officeCall,
    permission: "manageTeam",
    limit: inviting,
    method: "POST",
    path: "/admin/team",
    changes: "none",
    isRare: true,
    names: "nothing",
    body: z.strictObject({ email: Email, name: PersonName, role: z.enum(STAFF_ROLES) }),
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "RATE_LIMIT_EXCEEDED"],
    summary: `Makes an account of the staff and mails its person a link, good once within ${RECOVERY_LINK_HOURS} hours, to set an own password; closing the access takes the invitation back.`,
  }),
  repeatStaffInvitation: call({
    ...accessCall,
    limit: inviting,
    method: "POST",
    path: "/admin/team/:id/invitation",
    isRare: true,
    // The caller has signed in, and only people who never did can be invited again.
    names: { thing: "member", verdicts: all("NOT_FOUND") },
    summary:
      "Mails another link to somebody who was invited and has not set a password yet; the one before it is void.",
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
  resetMemberFactor: call({
    ...officeCall,
    method: "DELETE",
    path: "/admin/members/:id/factor",
    permission: "resetMembers",
    limit,
    changes: { named: "self" },
    // Staff are not members, so naming one gives "not found".
    names: { thing: "member", verdicts: ofMembers() },
    params,
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "EMAIL_CHANGED_LATELY", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Removes the second factor and passkeys of a member who lost them, voids the password and ends all sessions: the way back leads through their mailbox.",
  }),
  endMemberSessions: call({
    ...officeCall,
    method: "DELETE",
    path: "/admin/members/:id/sessions",
    permission: "suspendMembers",
    limit,
    changes: "none",
    // Staff are not members, so naming one gives "not found".
    names: { thing: "member", verdicts: ofMembers() },
    params,
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Ends all sessions of a member, and forgets the browsers that they signed in with.",
  }),
  openFrozenMember: call({
    ...officeCall,
    method: "DELETE",
    path: "/admin/members/:id/freeze",
    permission: "resetMembers",
    limit,
    changes: { named: "self" },
    // Staff are not members, so naming one gives "not found".
    names: { thing: "member", verdicts: ofMembers() },
    params,
    answers: z.strictObject({}),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Opens the frozen account of a member, whose documents the staff have checked elsewhere.",
  }),
};
