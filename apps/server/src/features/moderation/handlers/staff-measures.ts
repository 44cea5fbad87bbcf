import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { publishBell } from "../../notifications/commands.ts";
import { findHiddenPhoto } from "../../photos/hidden-queries.ts";
import { findPhoto, lockGallery } from "../../photos/queries.ts";
import { closeCaseOf } from "../close-case-of.ts";
import { findKeptPhoto } from "../queries/kept-photos.ts";
import { suspensionEnd } from "../rules.ts";
import { reinstateMember, takeOut } from "../suspension-commands.ts";
import { takeMeasure } from "../take-measure.ts";
import { takePhoto } from "../take-photo.ts";

export const warn = handle(contract.moderation.warn, async ({ params, body, me, publishChange, ...context }) => {
  const { db, clock, live, site } = context;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await lockTarget(trx, params.id);
    await takeMeasure(trx, { site, now }, { memberId: params.id, kind: "warning", ...body, actorId: me.id });
    await audit(trx, { action: "member.warned", memberId: params.id, actorId: me.id, now, details: body });
    await closeCaseOf(trx, { site, now }, { ...body, memberId: params.id, actorId: me.id });
  });
  publishChange([params.id]);
  await publishBell({ db, live }, params.id);
  return {};
});

export const hidePhoto = handle(
  contract.moderation.hidePhoto,
  async ({ params, body, me, publishChange, ...context }) => {
    const { db, clock, live, site } = context;
    const now = clock.now();
    const photo = await findAnyPhoto(db, params.id);
    await db.transaction().execute(async (trx) => {
      await lockTarget(trx, photo.memberId);
      const takenPhoto = { ...photo, photoId: params.id, ...body, actorId: me.id };
      if (!(await takePhoto(trx, { site, now }, takenPhoto))) fail("NOT_FOUND");
      const details = { photo: params.id, ...body };
      await audit(trx, { action: "photo.hidden", memberId: photo.memberId, actorId: me.id, now, details });
      await closeCaseOf(trx, { site, now }, { ...body, memberId: photo.memberId, actorId: me.id });
    });
    publishChange([photo.memberId]);
    await publishBell({ db, live }, photo.memberId);
    return {};
  },
);

/** Locks a member; fails with NOT_FOUND for staff. */
async function lockTarget(trx: Db, memberId: string): Promise<void> {
  await lockStreamsAround(trx, [memberId]);
  await lockMember(trx, memberId);
  // Reports also lock the profile before the case, so there is no deadlock.
  await lockGallery(trx, memberId);
  const standing = await findStanding(trx, memberId);
  if (!standing || standing.role === "admin") fail("NOT_FOUND");
}

/** A photo of the gallery, a hidden one, or one that only a case has kept. */
async function findAnyPhoto(db: Db, id: string): Promise<{ memberId: string; fileName: string }> {
  const { memberId, fileName } =
    (await findPhoto(db, id)) ?? (await findHiddenPhoto(db, id)) ?? (await findKeptPhoto(db, id)) ?? fail("NOT_FOUND");
  return { memberId, fileName };
}

type Entry = {
  action: string;
  memberId: string;
  actorId: string;
  now: Date;
  details: { reason: string; caseId?: string | undefined; photo?: string };
};

async function audit(trx: Db, { action, memberId, actorId, now, details }: Entry): Promise<void> {
  const { caseId = null, ...rest } = details;
  await addAuditEntry(trx, { at: now, actorId, action, subjectId: memberId, details: { ...rest, case: caseId } });
}

export const suspend = handle(contract.moderation.suspend, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { reason, days, caseId } = body;
  const until = suspensionEnd(days, now);
  await takeOut(context, { memberId: params.id, kind: "suspension", reason, until, actorId: me.id, caseId }, now);
  return {};
});

export const reinstate = handle(contract.moderation.reinstate, async ({ params, body, me, db, clock, site }) => {
  const now = clock.now();
  if ((await findStanding(db, params.id))?.bannedAt) requireFreshFactor(me, now);
  await db.transaction().execute(async (trx) => {
    const { reason } = body;
    const verdict = await reinstateMember(trx, { site, now }, { memberId: params.id, actorId: me.id, reason });
    if (verdict === "missing") fail("NOT_FOUND");
  });
  return {};
});
