import { contract } from "@caramelo/contract/contract";
import { CASE_PAGE } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { presentNamed } from "../../../base/members/rules.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { removeBannedPhoto } from "../../bans/photo-queries.ts";
import { publishBell } from "../../notifications/commands.ts";
import { findHiddenPhoto, showPhoto } from "../../photos/hidden-queries.ts";
import { deferPositions, lockGallery } from "../../photos/queries.ts";
import { recordListing } from "../../staff-watch/commands.ts";
import { countOtherStaff, decideMeasureAppeal, findAppealedMember, listAppeals } from "../queries/appeals.ts";
import { countAppeals } from "../queries/counts.ts";
import { findKeptPhoto } from "../queries/kept-photos.ts";
import { endMeasure, lockMeasure } from "../queries/measures.ts";
import { appealDecidedMail, mayDecideAppeal, presentStaffMeasure } from "../rules.ts";
import { liftBan, reinstateMember } from "../suspension-commands.ts";
import { tellMember } from "../take-measure.ts";

export const staffAppeals = handle(contract.moderation.staffAppeals, async ({ query, me, ...context }) => {
  const { db } = context;
  const { status = "pending", page = 1 } = query;
  await recordListing(context, me, { list: "appeals", page });
  const isDecided = status === "decided";
  const rows = await listAppeals(db, { isDecided, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const otherStaff = await countOtherStaff(db, me.id);
  return {
    appeals: rows.map((row) => ({
      ...presentStaffMeasure(row),
      member: presentNamed({ id: row.memberId, name: row.name, email: row.email }),
      mayDecide: mayDecideAppeal(row, me.id, otherStaff),
    })),
    count: await countAppeals(db, isDecided),
  };
});

export const decideAppeal = handle(
  contract.moderation.decideAppeal,
  async ({ params, body, me, publishChange, live, site, db, clock }) => {
    const now = clock.now();
    requireFreshFactor(me, now);
    const { isGranted, answer } = body;
    const memberId = await db.transaction().execute(async (trx) => {
      const { memberId: id } = (await findAppealedMember(trx, params.id)) ?? fail("NOT_FOUND");
      // The member's locks come before the measure's.
      await lockStreamsAround(trx, [id]);
      await lockMember(trx, id);
      await lockGallery(trx, id);
      const measure = await lockMeasure(trx, params.id);
      if (!measure?.appealedAt || measure.decidedAt) fail("NOT_FOUND");
      if (!mayDecideAppeal(measure, me.id, await countOtherStaff(trx, me.id))) fail("APPEAL_NEEDS_ANOTHER");
      await decideMeasureAppeal(trx, measure.id, { isGranted, answer, decidedBy: me.id, decidedAt: now });
      if (isGranted) await undo(trx, measure, { actorId: me.id, site, now });
      const mail = appealDecidedMail({ isGranted, answer }, site.origin);
      await tellMember(trx, id, { mail, actorId: me.id }, now);
      const action = isGranted ? "appeal.granted" : "appeal.refused";
      await addAuditEntry(trx, {
        at: now,
        actorId: me.id,
        action,
        subjectId: id,
        details: { measure: measure.id, answer },
      });
      return id;
    });
    publishChange([memberId]);
    await publishBell({ db, live }, memberId);
    return {};
  },
);

type LockedMeasure = NonNullable<Awaited<ReturnType<typeof lockMeasure>>>;
type UndoContext = Pick<Context, "site"> & { actorId: string; now: Date };

/** Takes back a measure whose appeal was granted: reinstates the member, or shows the photo again. */
async function undo(trx: Db, measure: LockedMeasure, { actorId, site, now }: UndoContext): Promise<void> {
  const { id, kind, memberId, photoId, endedAt } = measure;
  // The measure has run out, or another one has replaced it, against which the member can appeal separately.
  if (endedAt !== null) return;
  if (kind === "suspension" || kind === "ban") {
    const verdict = await reinstateMember(trx, { site, now }, { memberId, actorId, isQuiet: true });
    // The member has erased the account meanwhile; only the marks of the ban remain.
    if (verdict === "missing") await liftBan(trx, memberId);
  }
  if (photoId !== null) await bringPhotoBack(trx, memberId, photoId);
  await endMeasure(trx, id, { endedBy: actorId, endedAt: now });
}

async function bringPhotoBack(trx: Db, memberId: string, photoId: string): Promise<void> {
  const photo = (await findHiddenPhoto(trx, photoId)) ?? (await findKeptPhoto(trx, photoId));
  if (!photo) return;
  await removeBannedPhoto(trx, photo.fileName);
  await deferPositions(trx);
  await showPhoto(trx, memberId, photoId);
}
