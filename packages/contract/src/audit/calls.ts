import * as z from "zod";
import { call, instant, wireInt } from "../call/call.ts";
import { quietOfficeCall } from "../call/common-calls.ts";
import { AUDIT_CHECK, AUDIT_PAGE, EMAIL_MAX } from "../limits.ts";

const Person = z.strictObject({ id: z.uuid(), name: z.string(), isStaff: z.boolean() });
const ID_MAX = 2_147_483_647;

export const audit = {
  list: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/audit",
    permission: "viewAudit",
    query: z.strictObject({
      /** The actor or the person concerned: a member's id, or a whole e-mail address. */
      person: z.string().max(EMAIL_MAX).optional(),
      action: z.string().max(80).optional(),
      /** Days in São Paulo, both included. */
      from: z.iso.date().optional(),
      to: z.iso.date().optional(),
      before: z
        .string()
        .regex(/^\d{1,15}\.\d{1,15}$/)
        .optional(),
    }),
    answers: z.strictObject({
      entries: z.array(
        z.strictObject({
          id: z.int(),
          at: instant(),
          action: z.string(),
          /** Null when the product itself acted, or an operator through a command on the server. */
          actor: Person.nullable(),
          subject: Person.nullable(),
          details: z.record(z.string(), z.unknown()),
        }),
      ),
      next: z.string().nullable(),
    }),
    summary: `The audit log by person, action and day, the latest first, ${AUDIT_PAGE} a page.`,
  }),
  team: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/audit/team",
    permission: "verifyAudit",
    query: z.strictObject({
      /** A day in São Paulo. */
      day: z.iso.date(),
    }),
    answers: z.strictObject({
      people: z.array(
        z.strictObject({
          person: Person,
          /** The person's actions with their counts, the most frequent first. */
          actions: z.array(z.strictObject({ action: z.string(), count: z.int() })),
        }),
      ),
      /** Whether the log has entries before this day. */
      hasEarlier: z.boolean(),
    }),
    summary: "What each person of the staff did on a day, by action, from the audit log.",
  }),
  check: call({
    ...quietOfficeCall,
    method: "POST",
    path: "/admin/audit/checks",
    permission: "verifyAudit",
    query: z.strictObject({
      /** The last checked row. Without it the check starts at the first row. */
      after: wireInt(0, ID_MAX).optional(),
    }),
    answers: z.strictObject({
      checkedUpTo: z.int(),
      last: z.int(),
      /**
       * The first row that does not match its hash or the previous row: it was altered, or rows before it are missing.
       */
      broken: z.strictObject({ id: z.int(), what: z.enum(["altered", "missing"]) }).nullable(),
      /** The hash of the last checked row. A copy stored elsewhere also reveals the removal of the newest rows. */
      fingerprint: z.string(),
    }),
    summary: `Checks the next ${AUDIT_CHECK} rows of the audit log against their chain of hashes.`,
  }),
};
