import * as z from "zod";
import { call, id, instant, wireInt } from "../call/call.ts";
import { officeCall, quietOfficeCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { ofMembers } from "../call/names.ts";
import { lineText, staffWords } from "../call/text.ts";
import { DOCUMENT_NUMBER_MAX, VERIFICATION_PAGE, VERIFICATION_PAGES_MAX, VERIFICATION_QUEUE } from "../limits.ts";
import { Photo } from "../profiles/calls.ts";
import { birthOn, DocumentKind, VerificationStatus } from "./calls.ts";
import { VERIFICATION_REASONS } from "./reasons.ts";

const params = z.strictObject({ id: id() });
// Staff have no verification.
const namesRequest = { thing: "verification", verdicts: ofMembers() } as const;

const ListedRequest = z.strictObject({
  id: z.uuid(),
  member: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }),
  status: VerificationStatus,
  createdAt: instant(),
  reviewedAt: instant().nullable(),
  hasPriority: z.boolean(),
  /** Whether the documents still exist. */
  hasDocuments: z.boolean(),
});

/** The staff's reason for refusing a verification. */
const Refusal = z
  .strictObject({
    reason: z.enum(VERIFICATION_REASONS, { error: fieldTexts.verificationReasonRequired }),
    /** Text for the member in addition to the reason; required with `other`. */
    note: staffWords.optional(),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== undefined, {
    path: ["note"],
    error: fieldTexts.reasonRequired,
  });

/** A call that decides a request. */
const decision = {
  ...officeCall,
  method: "POST",
  permission: "reviewVerifications",
  changes: { named: "self" },
  names: { ...namesRequest, isUsedUp: true },
  params,
  answers: z.strictObject({}),
} as const;

export const staffVerification = {
  staffList: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/verifications",
    permission: "reviewVerifications",
    query: z.strictObject({
      status: VerificationStatus.optional(),
      page: wireInt(1, VERIFICATION_PAGES_MAX).optional(),
    }),
    answers: z.strictObject({ requests: z.array(ListedRequest), total: z.int(), pending: z.int() }),
    summary: `Verification requests, the latest first, ${VERIFICATION_PAGE} a page; of pending ones those with priority first.`,
  }),
  staffQueue: call({
    ...quietOfficeCall,
    method: "GET",
    path: "/admin/verification-queue",
    permission: "reviewVerifications",
    answers: z.strictObject({ ids: z.array(z.uuid()), pending: z.int() }),
    summary: `The next ${VERIFICATION_QUEUE} requests to review: those with priority first, then who has waited longest.`,
  }),
  staffRequest: call({
    ...officeCall,
    method: "GET",
    path: "/admin/verifications/:id",
    permission: "reviewVerifications",
    changes: "none",
    names: namesRequest,
    params,
    answers: z.strictObject({
      ...ListedRequest.shape,
      birthOn: z.iso.date(),
      /** The member's age in full years at the time of this call. */
      age: z.int(),
      reason: z.enum(VERIFICATION_REASONS).nullable(),
      note: z.string().nullable(),
      reviewer: z.string().nullable(),
      /** When the documents are destroyed; null while the request is pending. */
      documentsEndAt: instant().nullable(),
      profile: z.strictObject({
        /** The age stated by the member. */
        age: z.int().nullable(),
        city: z.string().nullable(),
        isVerified: z.boolean(),
        isAgeAssured: z.boolean(),
        photos: z.array(Photo),
      }),
      /** The member's other requests, the latest first. */
      others: z.array(
        z.strictObject({
          id: z.uuid(),
          status: VerificationStatus,
          createdAt: instant(),
          reason: z.enum(VERIFICATION_REASONS).nullable(),
        }),
      ),
    }),
    errors: ["NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "One verification request with what its documents are compared with.",
  }),
  document: call({
    ...officeCall,
    kind: "stream",
    method: "GET",
    path: "/admin/verifications/:id/documents/:kind",
    permission: "openDocuments",
    changes: "none",
    names: namesRequest,
    params: z.strictObject({ id: id(), kind: DocumentKind }),
    answers: z.null(),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The bytes of one document, as WebP; each opening is in the audit log.",
  }),
  approve: call({
    ...decision,
    path: "/admin/verifications/:id/approval",
    body: z.strictObject({
      /** The birth date on the document. It becomes the member's. */
      birthOn,
      /** The number on the document. Only a keyed hash of it is stored, which identifies banned people. */
      documentNumber: lineText(DOCUMENT_NUMBER_MAX, {
        required: fieldTexts.invalid,
        tooLong: fieldTexts.invalid,
      }).optional(),
    }),
    errors: ["NOT_FOUND", "VERIFICATION_REVIEWED", "DOCUMENT_BANNED", "RATE_LIMIT_EXCEEDED"],
    summary: "Approves a request: the member is verified, and the birth date fixes the age.",
  }),
  reject: call({
    ...decision,
    path: "/admin/verifications/:id/rejection",
    body: Refusal,
    errors: ["NOT_FOUND", "VERIFICATION_REVIEWED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Rejects a request with a reason that the member reads; what was verified before stays. Who is not of age is suspended.",
  }),
  revoke: call({
    ...decision,
    path: "/admin/verifications/:id/revocation",
    // The access tests name a pending request, which has no approval to withdraw.
    names: { thing: "verification", verdicts: ofMembers("VERIFICATION_NOT_APPROVED") },
    body: Refusal,
    errors: ["NOT_FOUND", "VERIFICATION_NOT_APPROVED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Takes a mistaken approval back: the badge and the assured age are gone, and the request is rejected with a reason that the member reads.",
  }),
};
