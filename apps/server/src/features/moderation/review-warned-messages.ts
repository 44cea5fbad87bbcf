import { ACQUAINTED_AFTER, REPORT_MESSAGES_AROUND } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { findSlowing, slowMember } from "../../base/members/slowing-queries.ts";
import type { Context } from "../../platform/context.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { keepPhotos, lockGallery } from "../photos/queries.ts";
import { flagCase, openCase, raiseSeverity } from "./queries/cases.ts";
import { keepProfile, keepReportedMessages } from "./queries/evidence.ts";
import { listWarnedPairs } from "./queries/messages.ts";
import { FLAGGED_SEVERITY } from "./report-rules.ts";
import { countsSince, isSlowedFor } from "./rules.ts";

/**
 * Slows a member whose messages to strangers had warnings repeatedly, and opens a case with those messages. It hides
 * nothing and suspends nobody: people decide that. Safe to run twice.
 */
export async function reviewWarnedMessages(
  { db, clock }: Pick<Context, "db" | "clock">,
  { memberId }: { memberId: string },
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    // Reports and calls of staff also lock the profile before the case, so there is no deadlock.
    await lockGallery(trx, memberId);
    const { isSlowed, liftedAt } = await findSlowing(trx, memberId);
    if (isSlowed) return;
    const since = countsSince(liftedAt, now);
    const pairs = await listWarnedPairs(trx, { memberId, since, acquaintedAfter: ACQUAINTED_AFTER });
    if (!isSlowedFor(pairs) || !(await slowMember(trx, memberId, now))) return;
    const caseId = await openCase(trx, { id: uuidv7(now), reportedId: memberId, openedAt: now });
    await flagCase(trx, caseId, now);
    await raiseSeverity(trx, caseId, FLAGGED_SEVERITY);
    const keptFields = { caseId, reportedId: memberId, around: REPORT_MESSAGES_AROUND, now };
    for (const { recipientId, messageIds } of pairs)
      await keepReportedMessages(trx, { ...keptFields, reporterId: recipientId, ids: messageIds });
    await keepPhotos(trx, caseId, memberId, now);
    await keepProfile(trx, caseId, memberId, now);
    const entry = { at: now, actorId: null, action: "member.slowed", subjectId: memberId, details: { case: caseId } };
    await addAuditEntry(trx, entry);
  });
}
