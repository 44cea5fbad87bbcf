import { STAFF_ROLES, staffPermissions } from "@caramelo/contract/call/staff-permissions";
import { periods } from "@caramelo/contract/personal-data/periods";
import { releaseTurns } from "../../base/mail/acknowledgement-commands.ts";
import { addMail } from "../../base/mail/queries.ts";
import { listStaffAddresses } from "../../base/members/standing-queries.ts";
import type { Context } from "../../platform/context.ts";
import { sweepBefore } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { recordDueAlarms, removeAnsweredSql, removeUnconfirmedSql, renewLink } from "./data-request-queries.ts";
import {
  alarmBefore,
  dataRequestConfirmationMail,
  dataRequestsDueMail,
  unconfirmedBefore,
} from "./data-request-rules.ts";

const ANSWERERS = STAFF_ROLES.filter((role) =>
  staffPermissions.answerDataRequests.some((allowedRole) => allowedRole === role),
);

/** Mails staff once about each request that is nearly due. Returns how many there are. */
export function alarmOfDataRequests({ db, clock, site }: Pick<Context, "db" | "clock" | "site">): Promise<number> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const addresses = await listStaffAddresses(trx, ANSWERERS);
    // Nothing is recorded while no staff may answer, so that those who may answer later are mailed then.
    if (addresses.length === 0) return 0;
    const count = await recordDueAlarms(trx, alarmBefore(now), now);
    if (count === 0) return 0;
    const mail = dataRequestsDueMail(count, site.origin);
    for (const to of addresses) await addMail(trx, to, mail, now);
    return count;
  });
}

/** Mails the waiting links whose turn has come. Returns how many. */
export function mailWaitingRequests(context: Pick<Context, "db" | "clock" | "site" | "siteSettings">): Promise<number> {
  const { db, clock, site } = context;
  return db.transaction().execute(async (trx) => {
    const ids = await releaseTurns({ ...context, db: trx }, "data-request");
    for (const id of ids) {
      const token = makeToken();
      const to = await renewLink(trx, id, hashToken(token));
      if (to !== undefined) await addMail(trx, to, dataRequestConfirmationMail(id, site.origin, token), clock.now());
    }
    return ids.length;
  });
}

/** Removes unconfirmed requests, and answered ones after their period. */
export async function sweepDataRequests({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - periods.dataRequests.years);
  const unconfirmed = await sweepBefore(db, unconfirmedBefore(now), removeUnconfirmedSql);
  return unconfirmed + (await sweepBefore(db, oldest, removeAnsweredSql));
}

export const jobs = [
  job("alarm-data-requests", "Avisar a equipe de pedidos de dados a vencer", {
    cron: "40 * * * *",
    run: async (context) => {
      const due = await alarmOfDataRequests(context);
      if (due > 0) context.log.warn({ due }, "alarmed the staff of requests about data that are nearly due");
    },
  }),
  job("mail-waiting-requests", "Enviar e-mails de pedidos de dados que esperam a vez", {
    cron: "* * * * *",
    waitsOnce: true,
    run: mailWaitingRequests,
  }),
  job("sweep-data-requests", "Limpar pedidos de dados", { sweep: "nightly", run: sweepDataRequests }),
];
