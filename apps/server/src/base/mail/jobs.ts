import { classOf, type MailClass, purposeOf } from "@caramelo/contract/mail/purposes";
import { periods } from "@caramelo/contract/personal-data/periods";
import * as z from "zod";
import type { Context } from "../../platform/context.ts";
import { daysBefore, sweepBefore } from "../../platform/database/sweep.ts";
import type { Letter } from "../../platform/delivery/mailer.ts";
import { type JobClassName, job } from "../../platform/job.ts";
import { removeOldAcknowledgementsSql } from "./acknowledgement-queries.ts";
import { endMail, findWaitingMail, lockWaitingMail, planSending, removeOldMailsSql } from "./queries.ts";
import { turnsBefore } from "./rules.ts";
import { listHeaders } from "./unsubscribe-rules.ts";

type SendContext = Pick<Context, "db" | "clock" | "mailer" | "mailCircuits" | "sealer" | "site">;

/**
 * Sends a mail through the mail server. The row stays locked meanwhile, so that no two processes send it; after a crash
 * between the server's answer and the commit the mail is sent again.
 * @throws when the mail could not be sent, so that the queue tries again; after the last try the mail counts as failed
 */
export async function sendMail(context: SendContext, id: string, isLastTry: boolean): Promise<void> {
  const { db, clock, mailer } = context;
  if (!mailer.isSending) return;
  await db.transaction().execute(async (trx) => {
    const mail = await lockWaitingMail(trx, id);
    if (!mail || mail.bodyText === null || mail.bodyHtml === null) return;
    const { kind, recipient: to, subject, bodyText: text, bodyHtml: html } = mail;
    try {
      const headers = listHeaders(context, kind, to);
      await handOver(context, classOf(purposeOf(kind)), { to, subject, text, html, headers });
    } catch (error) {
      if (!isLastTry) throw error;
      await endMail(trx, id, { failedAt: clock.now() });
      return;
    }
    await endMail(trx, id, { sentAt: clock.now() });
  });
}

/**
 * Sends the mail through the circuit of its class. A server that took a mail about an account may take others too, so
 * the other classes then try at once.
 */
async function handOver(
  { mailCircuits: circuits, mailer }: SendContext,
  mailClass: MailClass,
  letter: Letter,
): Promise<void> {
  await circuits[mailClass].run(() => mailer.send(letter));
  if (mailClass !== "account") return;
  circuits.alarm.tryNow();
  circuits.notice.tryNow();
}

/** Removes old mails, and turns of mails that ended. */
export async function sweepMails({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const now = clock.now();
  const turns = await sweepBefore(db, turnsBefore(now), removeOldAcknowledgementsSql);
  return turns + (await sweepBefore(db, daysBefore(periods.mails)(now), removeOldMailsSql));
}

const Id = z.object({ id: z.uuid() });

const sendJob = <const Name extends string>(name: Name, words: string, jobClass: JobClassName) =>
  job(name, words, {
    class: jobClass,
    payload: { schema: Id, holds: { id: "row" }, category: "mails" },
    run: (context, { id }, { isLastAttempt }) => sendMail(context, id, isLastAttempt),
  });

export const jobs = [
  sendJob("send-account-mail", "Enviar um e-mail sobre uma conta", "account mails"),
  sendJob("send-alarm-mail", "Enviar um alarme à equipe", "alarms"),
  sendJob("send-notice-mail", "Enviar um aviso por e-mail", "notices"),
  // Jobs of an earlier release, or of its backup. The mails of this release have a job for their class instead.
  job("send-mail", "Enviar um e-mail", {
    payload: { schema: Id, holds: { id: "row" }, category: "mails" },
    run: async ({ db }, { id }) => {
      const mail = await findWaitingMail(db, id);
      if (mail) await planSending(db, mail);
    },
  }),
  job("sweep-mails", "Limpar e-mails", { sweep: "nightly", run: sweepMails }),
];
