import { periods } from "@caramelo/contract/privacy/periods";
import { addAuditEntry } from "../../base/audit/queries.ts";
import type { Context } from "../../platform/context.ts";
import { listAccessRecords } from "./queries/access-records.ts";
import { findAccountByEmail } from "./queries/accounts.ts";
import { keyOfMember, openAccess } from "./record-access.ts";
import { oldestAccess } from "./retention-rules.ts";

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
