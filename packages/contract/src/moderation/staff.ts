import * as z from "zod";
import { NamedMember } from "../accounts/account.ts";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { ofMembers, only } from "../call/names.ts";
import { lineText, staffWords } from "../call/text.ts";
import { CASE_MESSAGES_SHOWN, CASE_PAGE, CASE_PAGES_MAX, DOCUMENT_NUMBER_MAX } from "../limits.ts";
import { aboutAnswers } from "../profiles/about.ts";
import { Photo } from "../profiles/calls.ts";
import { Measure, SuspensionDays } from "./calls.ts";
import { REPORT_REASONS } from "./report-reasons.ts";

const params = z.strictObject({ id: id() });
const page = wireInt(1, CASE_PAGES_MAX).optional();
// Staff cannot be reported or punished here.
const namesMember = { thing: "member", verdicts: ofMembers() } as const;
const namesCase = { thing: "case", verdicts: ofMembers() } as const;

export const CaseStatus = z.enum(["pending", "reviewed", "dismissed"]);
export type CaseStatus = z.infer<typeof CaseStatus>;

const CaseSummary = z.strictObject({
  id: z.uuid(),
  status: CaseStatus,
  /** The highest severity is 3: minors and intimate pictures. */
  severity: z.int().min(0).max(3),
  openedAt: instant(),
  reviewedAt: instant().nullable(),
  /** The staff member who decided. */
  reviewedBy: z.string().nullable(),
  reported: NamedMember,
  /** The last reporter; null for a case without reports, opened by a notice or the rules. */
  reporter: NamedMember.nullable(),
  reportCount: z.int(),
  noticeCount: z.int(),
  /** The words of each reason, without repetition, in report order. */
  reasons: z.array(z.string()),
  /** Whether an automatic hide of this case still hides the member's profile or a photo. */
  isHidden: z.boolean(),
  /** Whether the rules found messages to strangers that look like a fraud. */
  isFlagged: z.boolean(),
});

const StaffMeasure = z.strictObject({
  ...Measure.omit({ mayAppeal: true }).shape,
  memberId: z.uuid(),
  caseId: z.uuid().nullable(),
  /** The staff member who took the measure. */
  takenBy: z.string().nullable(),
});

const Appeal = z.strictObject({
  ...StaffMeasure.shape,
  member: NamedMember,
  /** Whether the caller may decide the appeal. The staff member who took the measure may not, if another one can. */
  mayDecide: z.boolean(),
});

/** The open case decided by the measure. It must be about the same member. */
const inCase = { caseId: id().optional() };
const caseRule = { caseId: { thing: "case", verdicts: only("counterpart", "NOT_FOUND") } } as const;

/** Calls that decide about a case, member, photo or appeal. */
const decisionCall = { ...officeCall, permission: "reviewReports", params, answers: z.strictObject({}) } as const;
const namesPunished = { ...namesMember, isUsedUp: true } as const;

export const staffModeration = {
  staffCases: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/reports",
    permission: "reviewReports",
    query: z.strictObject({ status: CaseStatus.optional(), page }),
    answers: z.strictObject({
      cases: z.array(CaseSummary),
      /** The number of cases with this status, and of waiting items in each queue. */
      count: z.int(),
      waiting: z.strictObject({ cases: z.int(), appeals: z.int(), notices: z.int() }),
    }),
    summary: `Cases of reports, ${CASE_PAGE} a page: those that wait by severity, the others with the latest first.`,
  }),
  staffCase: call({
    ...officeCall,
    method: "GET",
    path: "/admin/reports/:id",
    permission: "reviewReports",
    changes: "none",
    names: namesCase,
    params,
    answers: z.strictObject({
      ...CaseSummary.shape,
      reports: z.array(
        z.strictObject({
          id: z.uuid(),
          reporter: z.strictObject({
            ...NamedMember.shape,
            /** How many cases this member reported in, and how many of them staff dismissed. */
            cases: z.int(),
            dismissed: z.int(),
            isSerialFalse: z.boolean(),
          }),
          reason: z.enum(REPORT_REASONS),
          details: z.string().nullable(),
          at: instant(),
          /** The photo named by the report. */
          photoId: z.uuid().nullable(),
        }),
      ),
      evidence: z.strictObject({
        profile: z
          .strictObject({ name: z.string(), age: z.int().nullable(), city: z.string().nullable(), ...aboutAnswers })
          .nullable(),
        photos: z.array(
          z.strictObject({
            ...Photo.shape,
            photoId: z.uuid(),
            /** `shown` to members, `hidden` until the review, `taken` down by staff, or `removed` by its member. */
            state: z.enum(["shown", "hidden", "taken", "removed"]),
          }),
        ),
        messages: z.array(
          z.strictObject({
            id: z.uuid(),
            senderId: z.uuid(),
            recipientId: z.uuid(),
            text: z.string(),
            at: instant(),
            /** Whether a report names this message, or the rules flagged it. */
            isReported: z.boolean(),
          }),
        ),
      }),
      member: z.strictObject({
        /** Null for an erased account. */
        memberSince: instant().nullable(),
        status: z.enum(["active", "deactivated", "suspended", "banned", "hidden", "erased"]),
        isVerified: z.boolean(),
        isRepeatOffender: z.boolean(),
        /** Whether the member may start only few conversations, until staff lift the limit. */
        isSlowed: z.boolean(),
        measures: z.array(StaffMeasure),
        cases: z.array(z.strictObject({ id: z.uuid(), status: CaseStatus, openedAt: instant() })),
      }),
      /** The next waiting case of the queue. */
      nextId: z.uuid().nullable(),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: `A case with its reports, the kept evidence (at most ${CASE_MESSAGES_SHOWN} messages, photos, profile) and the member's history.`,
  }),
  closeCase: call({
    ...decisionCall,
    method: "PUT",
    path: "/admin/reports/:id/status",
    changes: { named: "people", events: ["notifications"] },
    names: { ...namesCase, isUsedUp: true },
    body: z.strictObject({ status: z.enum(["reviewed", "dismissed"]) }),
    errors: ["NOT_FOUND", "CASE_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Closes a case; what its reports hid by themselves is shown again unless a measure keeps it away.",
  }),
  restoreHidden: call({
    ...decisionCall,
    method: "POST",
    path: "/admin/reports/:id/restore",
    changes: { named: "people", events: ["notifications"] },
    names: { ...namesCase, isUsedUp: true },
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Shows again what the reports of a case hid by themselves; the case stays open.",
  }),
  liftSlowing: call({
    ...decisionCall,
    method: "DELETE",
    path: "/admin/members/:id/slowing",
    changes: "none",
    names: namesMember,
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary:
      "A member whom the rules have slowed starts conversations like anybody else again; doing it again changes nothing.",
  }),
  warn: call({
    ...decisionCall,
    method: "POST",
    path: "/admin/members/:id/warnings",
    changes: { named: "self", events: ["notifications"] },
    names: { ...namesMember, beside: caseRule },
    body: z.strictObject({ reason: staffWords, ...inCase }),
    errors: ["NOT_FOUND", "CASE_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Warns a member, who reads the reason and may appeal; closes the case that it names.",
  }),
  hidePhoto: call({
    ...decisionCall,
    method: "POST",
    path: "/admin/photos/:id/hidden",
    changes: { named: "self", events: ["notifications"] },
    names: { thing: "photo", verdicts: ofMembers(), isUsedUp: true, beside: caseRule },
    body: z.strictObject({ reason: staffWords, ...inCase }),
    errors: ["NOT_FOUND", "CASE_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Takes a photo away and keeps it from coming back; the member reads the reason and may appeal.",
  }),
  suspend: call({
    ...decisionCall,
    method: "POST",
    path: "/admin/members/:id/suspension",
    permission: "suspendMembers",
    changes: "none",
    names: { ...namesPunished, beside: caseRule },
    body: z.strictObject({ reason: staffWords, days: SuspensionDays.optional(), ...inCase }),
    errors: ["NOT_FOUND", "ALREADY_SUSPENDED", "CASE_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Suspends a member: sessions and live connections end, mailed links are void, nobody sees them.",
  }),
  ban: call({
    ...decisionCall,
    method: "POST",
    path: "/admin/members/:id/ban",
    permission: "banMembers",
    changes: "none",
    names: { ...namesPunished, beside: caseRule },
    body: z.strictObject({
      reason: staffWords,
      /** The number on the document, as read by the reviewer. Only a keyed hash of it is stored. */
      documentNumber: lineText(DOCUMENT_NUMBER_MAX, {
        required: fieldTexts.invalid,
        tooLong: fieldTexts.invalid,
      }).optional(),
      ...inCase,
    }),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "ALREADY_SUSPENDED", "CASE_CLOSED", "RATE_LIMIT_EXCEEDED"],
    summary: "Bans a member; their address, document and photos do not come back.",
  }),
  reinstate: call({
    ...decisionCall,
    method: "DELETE",
    path: "/admin/members/:id/suspension",
    permission: "suspendMembers",
    changes: "none",
    names: namesPunished,
    body: z.strictObject({ reason: staffWords.optional() }),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "Ends a suspension, or with a fresh proof a ban; doing it again changes nothing.",
  }),
  staffAppeals: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/appeals",
    permission: "reviewReports",
    query: z.strictObject({ status: z.enum(["pending", "decided"]).optional(), page }),
    answers: z.strictObject({ appeals: z.array(Appeal), count: z.int() }),
    summary: `Appeals, ${CASE_PAGE} a page: those that wait with the oldest first, or the decided ones with the latest first.`,
  }),
  decideAppeal: call({
    ...decisionCall,
    method: "PUT",
    path: "/admin/appeals/:id",
    permission: "decideAppeals",
    changes: { named: "self", events: ["notifications"] },
    names: { thing: "appeal", verdicts: ofMembers(), isUsedUp: true },
    body: z.strictObject({ isGranted: z.boolean(), answer: staffWords }),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "APPEAL_NEEDS_ANOTHER", "RATE_LIMIT_EXCEEDED"],
    summary: "Decides an appeal; a granted one undoes the measure. The member reads the answer.",
  }),
};
