import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import type { PublishChange } from "../../../platform/http/handlers-of.ts";
import { publishBell } from "../../notifications/commands.ts";
import { lockGallery } from "../../photos/queries.ts";
import { endSlowing } from "../close-case-of.ts";
import { endAutomaticHides } from "../end-automatic-hides.ts";
import { closeCase as closeOpenCase, lockCase } from "../queries/cases.ts";
import { findCase } from "../queries/staff-cases.ts";

export const closeCase = handle(contract.moderation.closeCase, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { status } = body;
  await changeCase(context, params.id, async (trx, memberId) => {
    if (!(await closeOpenCase(trx, params.id, { status, reviewedBy: me.id, reviewedAt: now }))) fail("CASE_CLOSED");
    const hides = { caseId: params.id, evenOfNotices: false };
    await endAutomaticHides(trx, { site: context.site, now }, { memberId, hides, actorId: me.id });
    await endSlowing(trx, { memberId, actorId: me.id, now });
    const action = status === "reviewed" ? "report.reviewed" : "report.dismissed";
    await addAuditEntry(trx, { at: now, actorId: me.id, action, subjectId: memberId, details: { case: params.id } });
  });
  return {};
});

export const restoreHidden = handle(contract.moderation.restoreHidden, async ({ params, me, ...context }) => {
  const now = context.clock.now();
  await changeCase(context, params.id, async (trx, memberId) => {
    const hides = { caseId: params.id, evenOfNotices: true };
    await endAutomaticHides(trx, { site: context.site, now }, { memberId, hides, actorId: me.id });
    const details = { case: params.id };
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "report.restored", subjectId: memberId, details });
  });
  return {};
});

export const liftSlowing = handle(contract.moderation.liftSlowing, async ({ params, me, db, clock }) => {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const standing = await findStanding(trx, params.id);
    if (!standing || standing.role === "admin") fail("NOT_FOUND");
    await endSlowing(trx, { memberId: params.id, actorId: me.id, now });
  });
  return {};
});

type DecisionContext = Pick<Context, "db" | "live"> & { publishChange: PublishChange };
type Change = (trx: Db, memberId: string) => Promise<void>;

/**
 * Changes a case, and makes its member's open browsers reload. Locks the member's stream and profile, then the case.
 */
async function changeCase({ db, live, publishChange }: DecisionContext, id: string, change: Change): Promise<void> {
  const { reportedId } = (await findCase(db, id)) ?? fail("NOT_FOUND");
  await db.transaction().execute(async (trx) => {
    await lockStreamsAround(trx, [reportedId]);
    await lockGallery(trx, reportedId);
    await lockCase(trx, id);
    await change(trx, reportedId);
  });
  publishChange([reportedId]);
  await publishBell({ db, live }, reportedId);
}
