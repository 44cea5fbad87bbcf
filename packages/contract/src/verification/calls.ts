import * as z from "zod";
import { call, id, instant, wireInt } from "../call/call.ts";
import { fieldTexts } from "../call/errors.ts";
import { office, ordinary, perMember } from "../call/limit-policy.ts";
import { all } from "../call/names.ts";
import { freeText, lineText } from "../call/text.ts";
import {
  DOCUMENT_NUMBER_MAX,
  PHOTO_MAX_BYTES,
  REASON_MAX,
  VERIFICATION_DOCUMENTS,
  VERIFICATION_PAGE,
  VERIFICATION_PAGES_MAX,
  VERIFICATION_QUEUE,
} from "../limits.ts";
import { Photo } from "../profiles/calls.ts";
import { VERIFICATION_REASONS } from "./reasons.ts";

export const VerificationStatus = z.enum(["pending", "approved", "rejected"]);
export type VerificationStatus = z.infer<typeof VerificationStatus>;
export const DocumentKind = z.enum(VERIFICATION_DOCUMENTS);
export type DocumentKind = z.infer<typeof DocumentKind>;

const birthOn = z.iso.date({ error: fieldTexts.birthDateRequired });
const params = z.strictObject({ id: id() });
// Staff ask for no verification of their own.
const namesRequest = {
  thing: "verification",
  verdicts: { ...all("ok"), own: "NOT_FOUND", missing: "NOT_FOUND" },
} as const;

/** How the caller's own verification stands. */
const OwnVerification = z.strictObject({
  /** The latest request; null before the first. */
  request: z
    .strictObject({
      status: VerificationStatus,
      birthOn: z.iso.date(),
      createdAt: instant(),
      reviewedAt: instant().nullable(),
      /** Why it was rejected, in words; null otherwise. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** The birth date is known to be right. */
  isAgeAssured: z.boolean(),
  /** A running highlight puts the request before the others. */
  hasPriority: z.boolean(),
  /** Whether documents may be sent now. */
  mayRequest: z.boolean(),
});

const ListedRequest = z.strictObject({
  id: z.uuid(),
  member: z.strictObject({ id: z.uuid(), name: z.string(), email: z.string() }),
  status: VerificationStatus,
  createdAt: instant(),
  reviewedAt: instant().nullable(),
  hasPriority: z.boolean(),
  /** Whether the documents are still there. */
  hasDocuments: z.boolean(),
});

/** Why the staff does not verify somebody. */
const Refusal = z
  .strictObject({
    reason: z.enum(VERIFICATION_REASONS, { error: fieldTexts.verificationReasonRequired }),
    /** What the member reads beside the reason; required with `other`. */
    note: freeText(REASON_MAX, {
      required: fieldTexts.reasonRequired,
      tooLong: fieldTexts.reasonTooLong,
    }).optional(),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== undefined, {
    path: ["note"],
    error: fieldTexts.reasonRequired,
  });

export const verification = {
  mine: call({
    method: "GET",
    path: "/verification",
    access: "member",
    isOpenBeforeAge: true,
    limit: ordinary,
    changes: "none",
    offline: "no",
    names: "nothing",
    answers: OwnVerification,
    errors: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary: "How the caller's verification stands.",
  }),
  request: call({
    kind: "upload",
    method: "POST",
    path: "/verification",
    access: "member",
    isOpenBeforeAge: true,
    limit: [
      perMember("uploadAttempts", { taken: "entry" }),
      perMember("uploads", { apart: "documents", counts: "files" }),
      // Only what the staff gets to see: whoever picks a wrong file may pick another one.
      perMember("verifications", { taken: "handler" }),
    ],
    changes: { caller: "self" },
    offline: "no",
    names: "nothing",
    files: { max: VERIFICATION_DOCUMENTS.length, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({ birthOn }),
    answers: OwnVerification,
    errors: [
      "VERIFICATION_PENDING",
      "VERIFICATION_DONE",
      "PHOTOS_TOO_MANY",
      "FILE_TOO_LARGE",
      "FILE_INVALID_TYPE",
      "FILE_TOO_COMPLEX",
      "PHOTO_TOO_SMALL",
      "PERMISSION_DENIED",
      "RATE_LIMIT_EXCEEDED",
    ],
    summary:
      "Sends the front and the back of a document and a selfie, in this order, with the birth date, to the staff.",
  }),
  staffList: call({
    method: "GET",
    path: "/admin/verifications",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: "none",
    offline: "no",
    names: "nothing",
    query: z.strictObject({
      status: VerificationStatus.optional(),
      page: wireInt(1, VERIFICATION_PAGES_MAX).optional(),
    }),
    answers: z.strictObject({ requests: z.array(ListedRequest), total: z.int(), pending: z.int() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `Verification requests, the latest first, ${VERIFICATION_PAGE} a page; of pending ones those with priority first.`,
  }),
  staffQueue: call({
    method: "GET",
    path: "/admin/verification-queue",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: "none",
    offline: "no",
    names: "nothing",
    answers: z.strictObject({ ids: z.array(z.uuid()), pending: z.int() }),
    errors: ["RATE_LIMIT_EXCEEDED"],
    summary: `The next ${VERIFICATION_QUEUE} requests to review: those with priority first, then who has waited longest.`,
  }),
  staffRequest: call({
    method: "GET",
    path: "/admin/verifications/:id",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: "none",
    offline: "no",
    names: namesRequest,
    params,
    answers: z.strictObject({
      ...ListedRequest.shape,
      birthOn: z.iso.date(),
      /** Full years on the day of the question. */
      age: z.int(),
      reason: z.enum(VERIFICATION_REASONS).nullable(),
      note: z.string().nullable(),
      reviewer: z.string().nullable(),
      /** When the documents are destroyed; null while the request is pending. */
      documentsEndAt: instant().nullable(),
      profile: z.strictObject({
        /** As stated by the member. */
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
    kind: "stream",
    method: "GET",
    path: "/admin/verifications/:id/documents/:kind",
    access: "admin",
    permission: "openDocuments",
    limit: office,
    changes: "none",
    offline: "no",
    names: namesRequest,
    params: z.strictObject({ id: id(), kind: DocumentKind }),
    answers: z.null(),
    errors: ["FRESH_FACTOR_REQUIRED", "NOT_FOUND", "RATE_LIMIT_EXCEEDED"],
    summary: "The bytes of one document, as WebP; each opening is in the audit log.",
  }),
  approve: call({
    method: "POST",
    path: "/admin/verifications/:id/approval",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: { named: "self" },
    offline: "no",
    names: { ...namesRequest, isUsedUp: true },
    params,
    body: z.strictObject({
      /** As the document shows it: it becomes the member's. */
      birthOn,
      /** As the document shows it; only a keyed hash of it is kept, by which a banned person is known again. */
      documentNumber: lineText(DOCUMENT_NUMBER_MAX, {
        required: fieldTexts.invalid,
        tooLong: fieldTexts.invalid,
      }).optional(),
    }),
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "VERIFICATION_REVIEWED", "DOCUMENT_BANNED", "RATE_LIMIT_EXCEEDED"],
    summary: "Approves a request: the member is verified, and the birth date fixes the age.",
  }),
  reject: call({
    method: "POST",
    path: "/admin/verifications/:id/rejection",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: { named: "self" },
    offline: "no",
    names: { ...namesRequest, isUsedUp: true },
    params,
    body: Refusal,
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "VERIFICATION_REVIEWED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Rejects a request with a reason that the member reads; what was verified before stays. Who is not of age is suspended.",
  }),
  revoke: call({
    method: "POST",
    path: "/admin/verifications/:id/revocation",
    access: "admin",
    permission: "reviewVerifications",
    limit: office,
    changes: { named: "self" },
    offline: "no",
    // What waits has no approval yet.
    names: {
      thing: "verification",
      verdicts: { ...all("VERIFICATION_NOT_APPROVED"), own: "NOT_FOUND", missing: "NOT_FOUND" },
    },
    params,
    body: Refusal,
    answers: z.strictObject({}),
    errors: ["NOT_FOUND", "VERIFICATION_NOT_APPROVED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Takes a mistaken approval back: the badge and the assured age are gone, and the request is rejected with a reason that the member reads.",
  }),
};
