import { STAFF_ROLES, staffPermissions } from "@caramelo/contract/call/staff-permissions";
import { addMail } from "../../base/mail/queries.ts";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/job.ts";
import { withdrawalsOverdueMail } from "./mail-rules.ts";
import { recordAlarms } from "./withdrawal-queries.ts";
import { overdueBefore } from "./withdrawal-rules.ts";

const DECIDERS = STAFF_ROLES.filter((role) =>
  staffPermissions.refundOrders.some((allowedRole) => allowedRole === role),
);

/** Mails staff once about all reviews that became overdue since the last mail. Returns how many there are. */
export function alarmOfOverdueWithdrawals(context: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const { db, clock, site } = context;
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const addresses = await listStaffAddresses(trx, DECIDERS);
    // Nothing is recorded while no staff may decide, so that those who may decide later are mailed then.
    if (addresses.length === 0) return 0;
    const count = await recordAlarms(trx, overdueBefore(now), now);
    if (count === 0) return 0;
    const mail = withdrawalsOverdueMail(count, site.origin);
    for (const to of addresses) await addMail(trx, to, mail, now);
    return count;
  });
}

export const jobs = [
  job("alarm-withdrawals", "Avisar a equipe de desistências atrasadas", {
    cron: "35 * * * *",
    run: async (context) => {
      const overdue = await alarmOfOverdueWithdrawals(context);
      if (overdue > 0) context.log.warn({ overdue }, "alarmed the staff of withdrawals that nobody answered in time");
    },
  }),
];
