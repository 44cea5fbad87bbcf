import { contract } from "@caramelo/contract/contract";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { lockMember } from "../../../base/members/member-queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../../base/members/stream-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { normalizeEmail } from "../../../platform/delivery/mailbox-rules.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { addBanMarks, findDocumentMark, listPhotoFiles } from "../../bans/queries.ts";
import { normalizeDocument } from "../../bans/rules.ts";
import { publishBell } from "../../notifications/commands.ts";
import { findHiddenPhoto } from "../../photos/hidden-queries.ts";
import { findPhoto, lockGallery } from "../../photos/queries.ts";
import { endAutomaticHides } from "../end-automatic-hides.ts";
import { endSlowing } from "../end-slowing.ts";
import { closeCase, lockCase } from "../queries/cases.ts";
import { findKeptPhoto } from "../queries/evidence.ts";
import { suspensionEnd } from "../rules.ts";
import { reinstateMember, type Suspension, suspendMember } from "../suspension-commands.ts";
import { type Deps, takeMeasure } from "../take-measure.ts";
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
      const taken = { ...photo, photoId: params.id, ...body, actorId: me.id };
      if (!(await takePhoto(trx, { site, now }, taken))) fail("NOT_FOUND");
      const details = { photo: params.id, ...body };
      await audit(trx, { action: "photo.hidden", memberId: photo.memberId, actorId: me.id, now, details });
      await closeCaseOf(trx, { site, now }, { ...body, memberId: photo.memberId, actorId: me.id });
    });
    publishChange([photo.memberId]);
    await publishBell({ db, live }, photo.memberId);
    return {};
  },
);

export const suspend = handle(contract.moderation.suspend, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { reason, days, caseId } = body;
  const until = suspensionEnd(days, now);
  await takeOut(context, { memberId: params.id, kind: "suspension", reason, until, actorId: me.id, caseId }, now);
  return {};
});

/** The address, the document and the photos of a banned member do not come back. */
export const ban = handle(contract.moderation.ban, async ({ params, body, me, banKeys, ...context }) => {
  const now = context.clock.now();
  requireFreshFactor(me, now);
  const { id: memberId } = params;
  const { reason, caseId, documentNumber } = body;
  const document = normalizeDocument(documentNumber ?? "");
  await takeOut(
    context,
    { memberId, kind: "ban", reason, until: null, actorId: me.id, caseId },
    now,
    async (trx, email) => {
      const verified = await findDocumentMark(trx, memberId);
      await addBanMarks(trx, [
        { kind: "email", hash: banKeys.hash("email", normalizeEmail(email)), memberId, bannedAt: now },
        ...(document === ""
          ? []
          : [{ kind: "document" as const, hash: banKeys.hash("document", document), memberId, bannedAt: now }]),
        ...(verified ? [{ kind: "document" as const, hash: verified, memberId, bannedAt: now }] : []),
      ]);
      for (const fileName of await listPhotoFiles(trx, memberId))
        await addJob(trx, "ban-photo", { fileName, memberId });
    },
  );
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

/** Suspends or bans a member, and closes the case that led to it. */
async function takeOut(
  { db, live, site }: Pick<Context, "db" | "live" | "site">,
  suspension: Suspension,
  now: Date,
  doBesides: (trx: Db, email: string) => Promise<void> = async () => {},
): Promise<void> {
  const { memberId } = suspension;
  await db.transaction().execute(async (trx) => {
    const verdict = await suspendMember(trx, { site, now }, suspension);
    if (verdict === "missing") fail("NOT_FOUND");
    if (verdict === "already") fail("ALREADY_SUSPENDED");
    const { email = "" } = (await lockMember(trx, memberId)) ?? {};
    await doBesides(trx, email);
    await closeCaseOf(trx, { site, now }, suspension);
  });
  live.endMember(memberId);
}

/** Locks a member of the dating side. */
async function lockTarget(trx: Db, memberId: string): Promise<void> {
  await lockStreamsAround(trx, [memberId]);
  await lockMember(trx, memberId);
  // Reports lock the profile before its case, too.
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

type Closing = { caseId?: string | undefined; memberId: string; actorId: string };

/** A measure decides the case that it names, which must be about its member and open. */
async function closeCaseOf(trx: Db, deps: Deps, { caseId, memberId, actorId }: Closing): Promise<void> {
  const { now } = deps;
  if (caseId === undefined) return;
  const found = await lockCase(trx, caseId);
  if (found?.reportedId !== memberId) fail("NOT_FOUND");
  if (!(await closeCase(trx, caseId, { status: "reviewed", reviewedBy: actorId, reviewedAt: now })))
    fail("CASE_CLOSED");
  const hides = { caseId, evenOfNotices: false };
  await endAutomaticHides(trx, deps, { memberId, hides, actorId });
  await endSlowing(trx, { memberId, actorId, now });
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
