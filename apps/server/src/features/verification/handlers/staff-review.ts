import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { type VerificationReason, verificationReasons } from "@caramelo/contract/verification/reasons";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { type AgeGate, lockForVerification } from "../../../base/members/age-queries.ts";
import { updateProfile } from "../../../base/members/profile-queries.ts";
import { refreshTiers } from "../../../base/money/commands.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { isBanned } from "../../bans/queries.ts";
import { normalizeDocument } from "../../bans/rules.ts";
import { suspendMember } from "../../moderation/suspension-commands.ts";
import { decideRequest, findRequestMember, getAgeAssurance, lockRequest, revokeApproval } from "../queries.ts";
import { birthDateError, documentsEnd } from "../rules.ts";

/** Records that the documents show who the member is: the member is verified and their birth date is known. */
async function verifyProfile(db: Db, memberId: string, birthOn: string, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: true, birthOn, ageGate: null }, now);
  await refreshTiers(db, [memberId], now);
}

/** Undoes `verifyProfile`: the age is the stated one again, and `gate` is what the site forbids. */
async function unverifyProfile(db: Db, memberId: string, gate: AgeGate, now: Date): Promise<void> {
  await updateProfile(db, memberId, { isVerified: false, birthOn: null, ageGate: gate }, now);
  await refreshTiers(db, [memberId], now);
}

export const approve = handle(
  contract.verification.approve,
  async ({ params, body, me, publishChange, banKeys, db, clock, site }) => {
    const now = clock.now();
    const { birthOn } = body;
    const member = (await findRequestMember(db, params.id)) ?? fail("NOT_FOUND");
    const error = birthDateError(birthOn, dayInBrazil(now), "staff");
    if (error !== undefined) fail("VALIDATION_ERROR", { fields: { birthOn: error } });
    const documentMark = markOf(banKeys, body.documentNumber);
    await db.transaction().execute(async (trx) => {
      await lockInState(trx, params.id, member.id, "pending");
      if (documentMark && (await isBanned(trx, "document", documentMark))) fail("DOCUMENT_BANNED");
      const documentsEndAt = documentsEnd("approved", now);
      const facts = { reviewedBy: me.id, documentsEndAt, birthOn, documentMark };
      await decideRequest(trx, params.id, { status: "approved", ...facts }, now);
      await verifyProfile(trx, member.id, birthOn, now);
      const entry = { at: now, actorId: me.id, subjectId: member.id, details: { request: params.id } };
      await addAuditEntry(trx, { ...entry, action: "verification.approved" });
      await addMail(trx, member.email, writeMail("verification-approved", { url: `${site.origin}/perfil` }), now);
    });
    publishChange([member.id]);
    return {};
  },
);

/** The keyed hash of a document's number; null without one. */
function markOf(banKeys: Context["banKeys"], number: string | undefined): Buffer | null {
  const document = normalizeDocument(number ?? "");
  return document === "" ? null : banKeys.hash("document", document);
}

export const reject = handle(contract.verification.reject, async ({ params, body, me, publishChange, ...context }) => {
  const refusal = { ...body, id: params.id, reviewedBy: me.id };
  publishChange([await refuse(context, refusal, { status: "pending", write: rejectPending })]);
  return {};
});

/** Revokes an approval that was a mistake, or rested on a false document. */
export const revoke = handle(contract.verification.revoke, async ({ params, body, me, publishChange, ...context }) => {
  const refusal = { ...body, id: params.id, reviewedBy: me.id };
  publishChange([await refuse(context, refusal, { status: "approved", write: takeApprovalBack })]);
  return {};
});

type Deps = Pick<Context, "db" | "clock" | "live" | "site" | "siteSettings">;
type Refusal = { id: string; reviewedBy: string; reason: VerificationReason; note?: string | undefined };
type WrittenReview = Refusal & {
  member: { id: string; email: string };
  /** A suspended member gets no mail about the review, because the mail about the suspension says why. */
  isSuspended: boolean;
  site: Context["site"];
  now: Date;
};
type ReviewWay = { status: "pending" | "approved"; write: (trx: Db, written: WrittenReview) => Promise<void> };

/**
 * Rejects a request or revokes its approval. A member whose documents show an age below 18 is suspended. Returns the id
 * of the member.
 */
async function refuse(
  { db, clock, live, site, siteSettings }: Deps,
  refusal: Refusal,
  { status, write }: ReviewWay,
): Promise<string> {
  const now = clock.now();
  const member = (await findRequestMember(db, refusal.id)) ?? fail("NOT_FOUND");
  const isUnderage = refusal.reason === "underage";
  await db.transaction().execute(async (trx) => {
    let isSuspended = false;
    // `suspendMember` takes the member's locks, which come before the lock of the request. It does not suspend a member
    // who is banned already.
    if (isUnderage) {
      const suspension = { memberId: member.id, kind: "suspension", until: null, isMinor: true } as const;
      const actorId = refusal.reviewedBy;
      const reason = verificationReasons.underage.text;
      isSuspended =
        (await suspendMember(trx, { site, siteSettings, now }, { ...suspension, actorId, reason })) === "done";
    }
    await lockInState(trx, refusal.id, member.id, status);
    await write(trx, { ...refusal, member, isSuspended, site, now });
  });
  if (isUnderage) live.endMember(member.id);
  return member.id;
}

async function rejectPending(trx: Db, writtenReview: WrittenReview): Promise<void> {
  const { id, reviewedBy, reason, note = null, now } = writtenReview;
  const documentsEndAt = documentsEnd("rejected", now);
  await decideRequest(trx, id, { status: "rejected", reviewedBy, documentsEndAt, reason, note }, now);
  await record(trx, writtenReview, "rejected");
}

async function takeApprovalBack(trx: Db, writtenReview: WrittenReview): Promise<void> {
  const { id, reviewedBy, reason, note = null, member, now } = writtenReview;
  const documentsEndAt = documentsEnd("rejected", now);
  await revokeApproval(trx, id, { reviewedBy, reason, note, documentsEndAt }, now);
  const mode = await getAgeAssurance(trx);
  await unverifyProfile(trx, member.id, mode === "off" ? null : mode, now);
  await record(trx, writtenReview, "revoked");
}

async function record(trx: Db, writtenReview: WrittenReview, outcome: "rejected" | "revoked"): Promise<void> {
  const { id, reviewedBy, reason, member, isSuspended, site, now } = writtenReview;
  const entry = { at: now, actorId: reviewedBy, subjectId: member.id, details: { request: id, reason } };
  await addAuditEntry(trx, { ...entry, action: `verification.${outcome}` });
  // The reason is shown only after the sign-in, because it may describe a document.
  const mail = writeMail(`verification-${outcome}`, { url: `${site.origin}/verificacao` });
  if (!isSuspended) await addMail(trx, member.email, mail, now);
}

/**
 * Locks the member and the request, which must still be in `status`, so that one of two simultaneous decisions is
 * refused.
 */
async function lockInState(trx: Db, id: string, memberId: string, status: ReviewWay["status"]): Promise<void> {
  // The decision changes whether the member may write, so their stream is locked first, as in all such changes.
  await lockStreamsAround(trx, [memberId]);
  if (!(await lockForVerification(trx, memberId))) fail("NOT_FOUND");
  const request = (await lockRequest(trx, id)) ?? fail("NOT_FOUND");
  if (request.status !== status) fail(status === "pending" ? "VERIFICATION_REVIEWED" : "VERIFICATION_NOT_APPROVED");
}
