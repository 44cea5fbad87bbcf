import type { Context } from "../../platform/context.ts";
import { sweepInChunks } from "../../platform/sweep.ts";
import { lockWaitingMail, markMailFailed, markMailSent, removeOldMails } from "./queries.ts";

const KEEP_MS = 30 * 86_400_000;

/**
 * Sends a mail through the mail server. The row stays locked meanwhile, so that no two processes send it; a crash between
 * the server's answer and the commit sends it again. @throws when the server refused it, so that the queue tries again.
 */
export async function sendMail(
  { db, clock, mailer }: Pick<Context, "db" | "clock" | "mailer">,
  id: string,
  isLastTry: boolean,
): Promise<void> {
  if (!mailer.isSending) return;
  await db.transaction().execute(async (trx) => {
    const mail = await lockWaitingMail(trx, id);
    if (!mail || mail.bodyText === null || mail.bodyHtml === null) return;
    const { recipient: to, subject, bodyText: text, bodyHtml: html } = mail;
    try {
      await mailer.send({ to, subject, text, html });
    } catch (error) {
      if (!isLastTry) throw error;
      await markMailFailed(trx, id, clock.now());
      return;
    }
    await markMailSent(trx, id, clock.now());
  });
}

/** Mails are kept for 30 days. */
export function sweepMails({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldMails(db, day, limit));
}
