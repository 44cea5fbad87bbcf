import { contract } from "@caramelo/contract/contract";
import { CASE_PAGE, MEASURES_MAX } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { findMailAddress, lockMember } from "../../../base/members/member-queries.ts";
import { lockStreams } from "../../../base/members/stream-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { randomId, uuidv7 } from "../../../platform/ids.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { removeBannedPhoto } from "../../bans/queries.ts";
import { publishBell } from "../../notifications/commands.ts";
import { addNotifications } from "../../notifications/queries/notifications.ts";
import { deferPositions, findHiddenPhoto, lockGallery, showPhoto } from "../../photos/queries.ts";
import { appealDecidedMail } from "../mail-rules.ts";
import { findKeptPhoto } from "../queries/evidence.ts";
import {
  addAppeal,
  countAppeals,
  countOtherAdmins,
  decideMeasureAppeal,
  endMeasure,
  findAppealedMember,
  findMeasureByToken,
  listAppeals,
  listMeasures,
  lockMeasure,
} from "../queries/measures.ts";
import { mayAppeal, mayDecideAppeal, presentFacts, presentMeasure } from "../rules.ts";
import { reinstateMember } from "../suspension-commands.ts";

const COUNT_MAX = 10_001;

export const measures = handle(contract.moderation.measures, async ({ me, db, clock }) => {
  const rows = await listMeasures(db, me.id, MEASURES_MAX);
  return { measures: rows.map((row) => presentMeasure(row, clock.now())) };
});

export const appeal = handle(contract.moderation.appeal, async ({ params, body, me, db, clock }) => {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const measure = await lockMeasure(trx, params.id);
    if (measure?.memberId !== me.id) fail("NOT_FOUND");
    return storeAppeal(trx, measure, body.text, now);
  });
});

export const readMeasure = handle(contract.moderation.readMeasure, async ({ body, db, clock }) => {
  const measure = (await findMeasureByToken(db, hashToken(body.token))) ?? fail("RESET_LINK_INVALID");
  return { measure: presentMeasure(measure, clock.now()) };
});

export const appealByToken = handle(contract.moderation.appealByToken, async ({ body, db, clock }) => {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const found = (await findMeasureByToken(trx, hashToken(body.token))) ?? fail("RESET_LINK_INVALID");
    const measure = (await lockMeasure(trx, found.id)) ?? fail("RESET_LINK_INVALID");
    return storeAppeal(trx, measure, body.text, now);
  });
});

type Locked = NonNullable<Awaited<ReturnType<typeof lockMeasure>>>;

/** Stores the one appeal of a locked measure. */
async function storeAppeal(trx: Db, measure: Locked, text: string, now: Date) {
  if (!mayAppeal(measure, now)) fail("APPEAL_USED");
  await addAppeal(trx, measure.id, { text, at: now });
  return { measure: presentMeasure({ ...measure, appealText: text, appealedAt: now }, now) };
}

export const staffAppeals = handle(contract.moderation.staffAppeals, async ({ query, me, db }) => {
  const { status = "pending", page = 1 } = query;
  const isDecided = status === "decided";
  const rows = await listAppeals(db, { isDecided, offset: (page - 1) * CASE_PAGE, limit: CASE_PAGE });
  const others = await countOtherAdmins(db, me.id);
  return {
    appeals: rows.map((row) => ({
      ...presentFacts(row),
      memberId: row.memberId,
      caseId: row.caseId,
      takenBy: row.takerName,
      member: { id: row.memberId, name: row.name, email: row.email },
      mayDecide: mayDecideAppeal(row, me.id, others),
    })),
    count: await countAppeals(db, isDecided, COUNT_MAX),
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
      await lockStreams(trx, [id]);
      await lockMember(trx, id);
      await lockGallery(trx, id);
      const measure = await lockMeasure(trx, params.id);
      if (!measure?.appealedAt || measure.decidedAt) fail("NOT_FOUND");
      if (!mayDecideAppeal(measure, me.id, await countOtherAdmins(trx, me.id))) fail("APPEAL_NEEDS_ANOTHER");
      await decideMeasureAppeal(trx, measure.id, { isGranted, answer, decidedBy: me.id, decidedAt: now });
      if (isGranted) await undo(trx, measure, { actorId: me.id, site, now });
      const to = await findMailAddress(trx, id);
      const mail = appealDecidedMail({ isGranted, answer }, site.origin);
      if (to !== undefined) await addMail(trx, { id: uuidv7(now), to, createdAt: now, ...mail });
      await addNotifications(trx, "team", [{ id: randomId(), memberId: id, actorId: me.id, createdAt: now }]);
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

type Undoing = Pick<Context, "site"> & { actorId: string; now: Date };

/** A granted appeal takes the measure back: the member, or the photo, is here again. */
async function undo(trx: Db, measure: Locked, { actorId, site, now }: Undoing): Promise<void> {
  const { id, kind, memberId, photoId, endedAt } = measure;
  // It ran out, or another one took its place, which has an appeal of its own.
  if (endedAt !== null) return;
  if (kind === "suspension" || kind === "ban")
    await reinstateMember(trx, { site, now }, { memberId, actorId, isQuiet: true });
  if (photoId !== null) await bringPhotoBack(trx, memberId, photoId);
  await endMeasure(trx, id, actorId, now);
}

async function bringPhotoBack(trx: Db, memberId: string, photoId: string): Promise<void> {
  const photo = (await findHiddenPhoto(trx, photoId)) ?? (await findKeptPhoto(trx, photoId));
  if (!photo) return;
  await removeBannedPhoto(trx, photo.fileName);
  await deferPositions(trx);
  await showPhoto(trx, memberId, photoId);
}
