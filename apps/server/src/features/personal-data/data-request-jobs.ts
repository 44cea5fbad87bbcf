import { STAFF_ROLES, staffPermissions } from "@caramelo/contract/accounts/staff-permissions";
import { periods } from "@caramelo/contract/privacy/periods";
import { addMail } from "../../base/mail/queries.ts";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import { sweepBefore } from "../../platform/database/sweep.ts";
import { recordDueAlarms, removeAnsweredSql, removeUnconfirmedSql } from "./data-request-queries.ts";
import { alarmBefore, dataRequestsDueMail, unconfirmedBefore } from "./data-request-rules.ts";

const ANSWERERS = STAFF_ROLES.filter((role) => staffPermissions.answerDataRequests.some((allowed) => allowed === role));

/** Mails staff once about each request that is nearly due. Returns how many there are. */
export function alarmOfDataRequests({ db, clock, site }: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const addresses = await listStaffAddresses(trx, ANSWERERS);
    // Nothing is recorded while nobody may answer, so that somebody who may answer later is mailed then.
    if (addresses.length === 0) return 0;
    const count = await recordDueAlarms(trx, alarmBefore(now), now);
    if (count === 0) return 0;
    const mail = dataRequestsDueMail(count, site.origin);
    for (const to of addresses) await addMail(trx, to, mail, now);
    return count;
  });
}

/** Removes requests that nobody confirmed, and answered ones after their period. */
export async function sweepDataRequests({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - periods.dataRequests.years);
  const unconfirmed = await sweepBefore(db, unconfirmedBefore(now), removeUnconfirmedSql);
  return unconfirmed + (await sweepBefore(db, oldest, removeAnsweredSql));
}
