import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { withdrawalsOverdueMail } from "./mail-rules.ts";
import { listDeciderAddresses, recordAlarms } from "./withdrawal-queries.ts";
import { overdueBefore } from "./withdrawal-rules.ts";

/** A staff that is larger has somebody among the first who looks. */
const STAFF_MAX = 20;

/**
 * Mails those who decide withdrawals that some were not answered in time: one mail for all that are overdue since the last
 * time, each of them once. Answers how many there are.
 */
export function alarmOfOverdueWithdrawals({
  db,
  clock,
  site,
}: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const addresses = await listDeciderAddresses(trx, STAFF_MAX);
    // Who may decide from tomorrow on is alarmed then.
    if (addresses.length === 0) return 0;
    const count = await recordAlarms(trx, overdueBefore(now), now);
    if (count === 0) return 0;
    const mail = withdrawalsOverdueMail(count, site.origin);
    for (const to of addresses) await addMail(trx, { ...mail, id: uuidv7(now), to, createdAt: now });
    return count;
  });
}
