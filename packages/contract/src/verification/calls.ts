import * as z from "zod";
import { call, instant } from "../call/call.ts";
import { fileErrors, ownChangeCall, quietMemberCall } from "../call/common-calls.ts";
import { fieldTexts } from "../call/errors.ts";
import { perMember } from "../call/limit-policy.ts";
import { PHOTO_MAX_BYTES, VERIFICATION_DOCUMENTS } from "../limits.ts";

export const VerificationStatus = z.enum(["pending", "approved", "rejected"]);
export type VerificationStatus = z.infer<typeof VerificationStatus>;
export const DocumentKind = z.enum(VERIFICATION_DOCUMENTS);
export type DocumentKind = z.infer<typeof DocumentKind>;

export const birthOn = z.iso.date({ error: fieldTexts.birthDateRequired });

/** The state of the caller's verification. */
const OwnVerification = z.strictObject({
  /** The latest request; null before the first. */
  request: z
    .strictObject({
      status: VerificationStatus,
      birthOn: z.iso.date(),
      createdAt: instant(),
      reviewedAt: instant().nullable(),
      /** The reason of a rejection as text; otherwise null. */
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Whether the birth date is verified. */
  isAgeAssured: z.boolean(),
  /** Whether an active highlight gives the request priority. */
  hasPriority: z.boolean(),
  mayRequest: z.boolean(),
});

export const memberVerification = {
  mine: call({
    ...quietMemberCall,
    method: "GET",
    path: "/verification",
    isRare: true,
    isOpenBeforeAge: true,
    answers: OwnVerification,
    errors: ["PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary: "How the caller's verification stands.",
  }),
  request: call({
    ...ownChangeCall,
    kind: "upload",
    method: "POST",
    path: "/verification",
    isRare: true,
    limit: [
      perMember("uploadAttempts", { taken: "entry" }),
      perMember("uploads", { apart: "documents", counts: "files" }),
      // Only requests that reach the staff count, so that a member can replace a wrong file.
      perMember("verifications", { taken: "handler" }),
    ],
    names: "nothing",
    files: { max: VERIFICATION_DOCUMENTS.length, maxBytes: PHOTO_MAX_BYTES },
    body: z.strictObject({ birthOn }),
    answers: OwnVerification,
    errors: ["VERIFICATION_PENDING", "VERIFICATION_DONE", ...fileErrors, "PERMISSION_DENIED", "RATE_LIMIT_EXCEEDED"],
    summary:
      "Sends the front and the back of a document and a selfie, in this order, with the birth date, to the staff.",
  }),
};
