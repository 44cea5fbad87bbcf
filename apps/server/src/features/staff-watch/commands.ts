import type { AuditAction } from "@caramelo/contract/audit/actions";
import type { RateLimitName } from "@caramelo/contract/call/rate-limits";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { type listNames, watchedActions } from "@caramelo/contract/texts/audit";
import { addAuditEntry, addEntryOfDay, countActions } from "../../base/audit/queries.ts";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { getName } from "../../base/members/profile-queries.ts";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Me } from "../../platform/http/caller.ts";

/** The actions that are counted per person of the staff, by the rows of the audit log. */
const WATCHED = {
  staffPages: { actions: ["member.read", "people.listed"], alarm: "team.pages-alarmed" },
  staffEmails: { actions: ["member.email-shown"], alarm: "team.emails-alarmed" },
  staffSuspensions: { actions: ["member.suspended", "member.banned"], alarm: "team.suspensions-alarmed" },
} as const satisfies Partial<Record<RateLimitName, { actions: readonly AuditAction[]; alarm: AuditAction }>>;

export type Watched = keyof typeof WATCHED;

type Deps = Pick<Context, "site" | "siteSettings">;
type ReadContext = Deps & Pick<Context, "db" | "clock">;

/**
 * Alarms all owners once a day when a person of the staff exceeds the number of the site. Call it in the transaction of
 * the action, after its row of the audit log, whose lock serializes them: so no two count the same.
 */
export async function watchStaff(
  trx: Db,
  { site, siteSettings, now }: Deps & { now: Date },
  { actorId, watched }: { actorId: string; watched: Watched },
): Promise<void> {
  const { points, seconds } = siteSettings.inForce().limits[watched];
  const { actions, alarm } = WATCHED[watched];
  const since = new Date(now.getTime() - seconds * 1_000);
  const count = await countActions(trx, { actorId, actions, since }, points + 1);
  if (count <= points) return;
  const entry = { at: now, actorId: null, action: alarm, subjectId: actorId, details: { count: points } };
  if (!(await addEntryOfDay(trx, entry, dayInBrazil(now)))) return;
  const values = { pessoa: await getName(trx, actorId), feito: watchedActions[watched], numero: String(points) };
  const mail = writeMail("staff-alarm", { url: `${site.origin}/admin/auditoria?pessoa=${actorId}`, values });
  for (const to of await listStaffAddresses(trx, ["owner"])) await addMail(trx, to, mail, now);
}

/** Records once a day that a person of the staff has read a member's page in the office. */
export function recordReading({ db, clock, ...deps }: ReadContext, { id: actorId }: Me, memberId: string) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const entry = { at: now, actorId, action: "member.read", subjectId: memberId };
    if (await addEntryOfDay(trx, entry, dayInBrazil(now)))
      await watchStaff(trx, { ...deps, now }, { actorId, watched: "staffPages" });
  });
}

/** Records that a person of the staff was shown the whole address of a member. */
export function recordEmailShown({ db, clock, ...deps }: ReadContext, { id: actorId }: Me, memberId: string) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    await addAuditEntry(trx, { at: now, actorId, action: "member.email-shown", subjectId: memberId });
    await watchStaff(trx, { ...deps, now }, { actorId, watched: "staffEmails" });
  });
}

type Listing = { list: keyof typeof listNames; page?: number | undefined };

/** Records that a person of the staff has read a page of a list that shows personal data of many. */
export function recordListing({ db, clock, ...deps }: ReadContext, { id: actorId }: Me, { list, page = 1 }: Listing) {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const details = { list, page };
    await addAuditEntry(trx, { at: now, actorId, action: "people.listed", subjectId: null, details });
    await watchStaff(trx, { ...deps, now }, { actorId, watched: "staffPages" });
  });
}
