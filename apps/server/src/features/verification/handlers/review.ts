import { contract } from "@caramelo/contract/contract";
import { verificationReasons } from "@caramelo/contract/verification-reasons";
import { dayInBrazil } from "../../../platform/calendar-rules.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { addAuditEntry } from "../../audit/queries.ts";
import { addMail } from "../../mail/queries.ts";
import { isBanned } from "../../moderation/queries/bans.ts";
import { normalizeDocument } from "../../moderation/rules.ts";
import { suspendMember } from "../../moderation/suspend-member.ts";
import { lockForVerification, verifyProfile } from "../../profiles/queries.ts";
import { approvedMail, rejectedMail } from "../mail-rules.ts";
import { decideRequest, findRequestMember, lockRequest } from "../queries.ts";
import { birthDateError, documentsEnd } from "../rules.ts";

export const approve = handle(
  contract.verification.approve,
  async ({ params, body, me, publishChange, banKeys, db, clock, site }) => {
    const now = clock.now();
    const { birthOn } = body;
    const member = (await findRequestMember(db, params.id)) ?? fail("NOT_FOUND");
    const error = birthDateError(birthOn, dayInBrazil(now), "team");
    if (error !== undefined) fail("VALIDATION_ERROR", { fields: { birthOn: error } });
    const documentMark = markOf(banKeys, body.documentNumber);
    await db.transaction().execute(async (trx) => {
      await lockPending(trx, params.id, member.id);
      if (documentMark && (await isBanned(trx, "document", documentMark))) fail("DOCUMENT_BANNED");
      const documentsEndAt = documentsEnd("approved", now);
      const facts = { reviewedBy: me.id, documentsEndAt, birthOn, documentMark };
      await decideRequest(trx, params.id, { status: "approved", ...facts }, now);
      await verifyProfile(trx, member.id, birthOn, now);
      const entry = { at: now, actorId: me.id, subjectId: member.id, details: { request: params.id } };
      await addAuditEntry(trx, { ...entry, action: "verification.approved" });
      await addMail(trx, { id: uuidv7(now), to: member.email, createdAt: now, ...approvedMail(site.origin) });
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

export const reject = handle(
  contract.verification.reject,
  async ({ params, body, me, publishChange, db, clock, live, site }) => {
    const now = clock.now();
    const { reason, note = null } = body;
    const member = (await findRequestMember(db, params.id)) ?? fail("NOT_FOUND");
    const isUnderage = reason === "underage";
    await db.transaction().execute(async (trx) => {
      // It tells the member by a mail of its own, and takes the member's locks, which come before those of the request.
      if (isUnderage) {
        const suspension = { memberId: member.id, kind: "suspension", until: null, actorId: me.id } as const;
        await suspendMember(trx, { site, now }, { ...suspension, reason: verificationReasons.underage.text });
      }
      await lockPending(trx, params.id, member.id);
      const decision = {
        status: "rejected" as const,
        reviewedBy: me.id,
        documentsEndAt: documentsEnd("rejected", now),
      };
      await decideRequest(trx, params.id, { ...decision, reason, note }, now);
      const entry = { at: now, actorId: me.id, subjectId: member.id, details: { request: params.id, reason } };
      await addAuditEntry(trx, { ...entry, action: "verification.rejected" });
      const mail = { id: uuidv7(now), to: member.email, createdAt: now, ...rejectedMail(site.origin) };
      if (!isUnderage) await addMail(trx, mail);
    });
    if (isUnderage) live.endMember(member.id);
    publishChange([member.id]);
    return {};
  },
);

/** Locks the member's profile, then the request, which must be pending still: of two who review at once one is refused. */
async function lockPending(trx: Db, id: string, memberId: string): Promise<void> {
  if (!(await lockForVerification(trx, memberId))) fail("NOT_FOUND");
  const request = (await lockRequest(trx, id)) ?? fail("NOT_FOUND");
  if (request.status !== "pending") fail("VERIFICATION_REVIEWED");
}
