import { sql } from "kysely";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { findMailAddress, lockMember } from "../../base/members/member-queries.ts";
import { endSuspension, findStanding, startSuspension } from "../../base/members/standing-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { endSessionsOfMember } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { fail } from "../../platform/http/failure.ts";
import { voidLinks, voidLinksExceptAlerts } from "../accounts/queries/links.ts";
import { removeBanMarks } from "../bans/queries.ts";
import { watchStaff } from "../staff-watch/commands.ts";
import { closeCaseOf } from "./close-case-of.ts";
import { isTaken } from "./queries/ban-reasons.ts";
import { endSuspensionMeasure } from "./queries/measures.ts";
import { judgeSuspension } from "./rules.ts";
import { type Deps, takeMeasure } from "./take-measure.ts";

export type Suspension = {
  memberId: string;
  kind: "suspension" | "ban";
  /** Shown to the member. */
  reason: string;
  /** Null for a suspension without an end, and for every ban. */
  until: Date | null;
  /** Documents show that the member is a minor; such a suspension replaces any other. */
  isMinor?: true;
  actorId: string;
  caseId?: string | undefined;
};

/**
 * Suspends or bans a member in the caller's transaction: the profile disappears, all sessions end, mailed links stop
 * working (after a suspension they still work while an erasure waits), the member gets a mail with the reason and the
 * way to appeal, and the audit log gets an entry. Every feature that suspends a member must call this function. It
 * locks the member's streams and account first, so the caller must not have locked anything else of the member. The
 * caller must call `live.endMember(memberId)` after the commit.
 */
export async function suspendMember(
  trx: Db,
  deps: Deps & Pick<Context, "siteSettings">,
  suspension: Suspension,
): Promise<"done" | "missing" | "already"> {
  const { site, now } = deps;
  const { memberId, kind, reason, actorId, caseId } = suspension;
  const account = await lockAccount(trx, memberId);
  const verdict = judgeSuspension(await findStanding(trx, memberId), suspension);
  if (!account || verdict !== "done") return account ? verdict : "missing";
  const until = kind === "ban" ? null : suspension.until;
  await startSuspension(trx, memberId, { until, isBan: kind === "ban" }, now);
  await endSessionsOfMember(trx, memberId, now);
  // While an erasure waits, and after a suspension, "Não fui eu" must still end an intruder's access.
  await (kind === "ban" ? voidLinks : voidLinksExceptAlerts)(trx, memberId, now);
  await endSuspensionMeasure(trx, memberId, { endedBy: actorId, endedAt: now });
  await takeMeasure(trx, { site, now }, { memberId, kind, reason, until, caseId, actorId });
  const action = kind === "ban" ? "member.banned" : "member.suspended";
  const details = { reason, until: until?.toISOString() ?? null, case: caseId ?? null };
  await addAuditEntry(trx, { at: now, actorId, action, subjectId: memberId, details });
  await watchStaff(trx, deps, { actorId, watched: "staffSuspensions" });
  return "done";
}

type Reinstatement = {
  memberId: string;
  actorId: string | null;
  reason?: string | undefined;
  /** Sends no mail, because the caller informs the member by another one. */
  isQuiet?: true;
};

/** Ends a suspension or ban. `actorId` is null when its time ran out. Returns "already" when there was none to end. */
export async function reinstateMember(
  trx: Db,
  { site, now }: Deps,
  { memberId, actorId, reason, isQuiet }: Reinstatement,
): Promise<"done" | "missing" | "already"> {
  const account = await lockAccount(trx, memberId);
  const standing = await findStanding(trx, memberId);
  if (!account || !standing || standing.role === "admin") return "missing";
  // Staff may have suspended the member again after the job listed the ended suspensions and before this lock.
  const isDue = actorId !== null || (standing.suspendedUntil !== null && standing.suspendedUntil <= now);
  if (!standing.suspendedAt || !isDue) return "already";
  await endSuspension(trx, memberId, now);
  if (standing.bannedAt) await liftBan(trx, memberId);
  await endSuspensionMeasure(trx, memberId, { endedBy: actorId, endedAt: now });
  const to = isQuiet ? undefined : await findMailAddress(trx, memberId);
  if (to !== undefined) await addMail(trx, to, writeMail("suspension-ended", { url: `${site.origin}/login` }), now);
  const details = { reason: reason ?? null, wasBanned: standing.bannedAt !== null };
  await addAuditEntry(trx, { at: now, actorId, action: "member.reinstated", subjectId: memberId, details });
  return "done";
}

/** Locks the streams as well, so that a message to or from the member is either stored before or refused after. */
async function lockAccount(trx: Db, memberId: string) {
  await lockStreamsAround(trx, [memberId]);
  return lockMember(trx, memberId);
}

/** Suspends or bans a member, and closes the case that led to it. */
export async function takeOut(
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

/**
 * After a ban was undone, accepts the member's address, document and photos again, except photos removed by a measure.
 */
export const liftBan = (trx: Db, memberId: string): Promise<void> =>
  removeBanMarks(trx, memberId, isTaken(sql.ref("banned_photo.file_name")));
