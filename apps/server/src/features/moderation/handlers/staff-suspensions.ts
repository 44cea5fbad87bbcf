import { contract } from "@caramelo/contract/contract";
import { lockMember } from "../../../base/members/member-queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob } from "../../../platform/database/jobs.ts";
import { normalizeEmail } from "../../../platform/delivery/mailbox-rules.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { requireFreshFactor } from "../../../platform/http/fresh-factor.ts";
import { addBanMarks, findDocumentMark, listPhotoFiles } from "../../bans/queries.ts";
import { normalizeDocument } from "../../bans/rules.ts";
import { closeCaseOf } from "../close-case-of.ts";
import { suspensionEnd } from "../rules.ts";
import { reinstateMember, type Suspension, suspendMember } from "../suspension-commands.ts";

export const suspend = handle(contract.moderation.suspend, async ({ params, body, me, ...context }) => {
  const now = context.clock.now();
  const { reason, days, caseId } = body;
  const until = suspensionEnd(days, now);
  await takeOut(context, { memberId: params.id, kind: "suspension", reason, until, actorId: me.id, caseId }, now);
  return {};
});

/** Bans a member, whose address, document and photos are refused from then on. */
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
  { db, live, site, siteSettings }: Pick<Context, "db" | "live" | "site" | "siteSettings">,
  suspension: Suspension,
  now: Date,
  doBesides: (trx: Db, email: string) => Promise<void> = async () => {},
): Promise<void> {
  const { memberId } = suspension;
  await db.transaction().execute(async (trx) => {
    const verdict = await suspendMember(trx, { site, siteSettings, now }, suspension);
    if (verdict === "missing") fail("NOT_FOUND");
    if (verdict === "already") fail("ALREADY_SUSPENDED");
    const { email = "" } = (await lockMember(trx, memberId)) ?? {};
    await doBesides(trx, email);
    await closeCaseOf(trx, { site, now }, suspension);
  });
  live.endMember(memberId);
}
