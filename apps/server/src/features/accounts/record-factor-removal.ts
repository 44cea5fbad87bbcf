import { addAuditEntry } from "../../base/audit/queries.ts";
import { dropFactorOfSessions } from "../../base/sessions/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Me } from "../../platform/http/caller.ts";
import { getAccount } from "./queries/accounts.ts";
import { cancelDelayedRequests } from "./queries/delayed-requests.ts";
import { hasSecondFactor } from "./rules.ts";

/**
 * Settles that somebody has removed an authenticator app or a passkey of their own, which may have been that of an
 * intruder: what waits is cancelled. Of members nothing is recorded. Without any second factor left, the open sessions of
 * staff no longer count as opened with one.
 */
export async function recordFactorRemoval(trx: Db, { id, isAdmin }: Me, action: string, now: Date): Promise<void> {
  await cancelDelayedRequests(trx, id);
  if (!isAdmin) return;
  if (!hasSecondFactor(await getAccount(trx, id))) await dropFactorOfSessions(trx, id);
  await addAuditEntry(trx, { at: now, actorId: id, subjectId: id, action });
}
