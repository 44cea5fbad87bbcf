import { periods } from "@caramelo/contract/personal-data/periods";
import { addAuditEntry } from "../../base/audit/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { MemberEvents, Period } from "../../platform/database/count-of.ts";
import { listAccessRecords, listAccessRecordsOfHours } from "./queries/access-records.ts";
import { findAccountByEmail } from "./queries/accounts.ts";
import { keyOfMember, openAccess } from "./record-access.ts";
import { accessHour, oldestAccess } from "./retention-rules.ts";

type AccessRequest = { email: string; reason: string };

/**
 * The access log of a member, the latest first. `db` must be a connection of the database's owner. Reading the log adds
 * an audit entry with the reason.
 * @throws Error when the address has no account
 */
export async function readAccessLog(
  { db, sealer, clock }: Pick<Context, "db" | "sealer" | "clock">,
  { email, reason }: AccessRequest,
): Promise<{ at: string; address: string }[]> {
  const account = await findAccountByEmail(db, email);
  if (!account) throw new Error(`${email} has no account.`);
  const now = clock.now();
  const details = { reason, months: periods.accessLog.months };
  await addAuditEntry(db, { at: now, actorId: null, action: "access-log.read", subjectId: account.id, details });
  const rows = await listAccessRecords(db, keyOfMember(sealer, account.id), oldestAccess(now));
  const accesses = rows.map(({ sealed }) => openAccess(sealer, sealed));
  return accesses.map(({ at, address }) => ({ at, address })).toSorted((a, b) => (a.at < b.at ? 1 : -1));
}

const RECORDS_AT_ONCE = 2_000;

/**
 * Reads from the access log who used the site in a period, by whole hours. The addresses stay sealed: only a court may
 * learn them. `db` must be a connection of the database's owner; the caller records the access.
 */
export async function listMembersSeen(
  { db, sealer }: Pick<Context, "db" | "sealer">,
  { from, to }: Period,
): Promise<MemberEvents[]> {
  const eventsByMember = new Map<string, MemberEvents>();
  const hours = { from: accessHour(from), to };
  let records = await listAccessRecordsOfHours(db, hours, undefined, RECORDS_AT_ONCE);
  while (records.length > 0) {
    for (const { sealed, hour } of records) {
      const { memberId } = openAccess(sealer, sealed);
      const events = eventsByMember.get(memberId) ?? { memberId, count: 0, first: hour, last: hour };
      eventsByMember.set(memberId, { ...events, count: events.count + 1, last: hour });
    }
    records = await listAccessRecordsOfHours(db, hours, records.at(-1), RECORDS_AT_ONCE);
  }
  return [...eventsByMember.values()];
}
