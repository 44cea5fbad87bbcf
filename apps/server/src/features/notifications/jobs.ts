import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { periods } from "@caramelo/contract/personal-data/periods";
import * as z from "zod";
import { addMail } from "../../base/mail/queries.ts";
import { recordMailed } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob, LAST } from "../../platform/database/jobs.ts";
import { daysBefore, sweepOlder } from "../../platform/database/sweep.ts";
import { job } from "../../platform/job.ts";
import { settingsOf } from "../member-settings/rules.ts";
import {
  findExternalNotification,
  listDailyMailRecipients,
  listSummaries,
  lockMailRecipient,
} from "./queries/external.ts";
import { removeOldNotificationsSql } from "./queries/notifications.ts";
import { findSubscription, listSubscriptions, removeDeadSubscription } from "./queries/subscriptions.ts";
import {
  isMailable,
  isRecent,
  mailFrequency,
  mailSince,
  nextMailAt,
  pushPayload,
  summaryMail,
  typesMailed,
  wantsPush,
} from "./rules.ts";

const BATCH = 500;

type Deps = Pick<Context, "db" | "clock">;

/**
 * Plans the push messages and the mail of a notification. Each browser has a separate job, so that a failing push
 * service repeats nothing for the others.
 */
export async function planExternalNotifications({ db, clock }: Deps, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const notification = await findExternalNotification(trx, id);
    if (!notification) return;
    const { memberId, type, mailedAt } = notification;
    const settings = settingsOf(notification);
    const subscriptions = wantsPush(settings, type) ? await listSubscriptions(trx, memberId, now) : [];
    for (const { endpoint } of subscriptions) await addJob(trx, "push-one", { id, endpoint });
    if (mailFrequency(settings, type) === "each") await planMail(trx, memberId, mailedAt, now);
  });
}

/**
 * Plans one mail for a member. All such jobs of a member have the same key, so one that is still waiting covers this
 * notification, too.
 */
async function planMail(trx: Db, memberId: string, last: Date | null, now: Date): Promise<void> {
  const runAt = nextMailAt(last, "each", now);
  const when = { key: `mail-notifications ${memberId}`, ...(runAt > now && { runAt }), ...LAST };
  await addJob(trx, "mail-notifications", { id: memberId }, when);
}

/**
 * Sends one push message to one browser, if the notification is still undismissed and the browser still signed in. When
 * a crash makes the job run twice, the second message replaces the first on the screen, because both have the same tag.
 * @throws when the push service fails, so that the queue tries again
 */
async function pushOne(
  { db, clock, pusher, log, siteSettings }: Pick<Context, "db" | "clock" | "pusher" | "log" | "siteSettings">,
  { id, endpoint }: { id: string; endpoint: string },
): Promise<void> {
  if (!siteSettings.inForce().switches.sendsPush) return;
  const now = clock.now();
  const notification = await findExternalNotification(db, id);
  if (!notification || !isRecent(notification.createdAt, now)) return;
  const settings = settingsOf(notification);
  const subscription = await findSubscription(db, { endpoint, memberId: notification.memberId }, now);
  if (!subscription || !wantsPush(settings, notification.type)) return;

  const outcome = await pusher.send(subscription, pushPayload(notification, settings.hasNamesOutside));
  if (outcome === "gone") await removeDeadSubscription(db, subscription);
  if (outcome === "refused") log.warn({ notification: id }, "a push service refuses our messages");
}

/** Plans the daily mails, one job each, so that a failing one delays no other. Returns how many. */
export async function planDailyMails({ db, clock }: Deps): Promise<number> {
  const day = dayInBrazil(clock.now());
  let plannedCount = 0;
  let last: string | undefined;
  for (;;) {
    const recipients: { memberId: string }[] = await listDailyMailRecipients(db, last, BATCH);
    for (const { memberId: id } of recipients)
      await addJob(db, "mail-day", { id }, { key: `mail-day ${day} ${id}`, ...LAST });
    plannedCount += recipients.length;
    if (recipients.length < BATCH) return plannedCount;
    last = recipients.at(-1)?.memberId;
  }
}

/** Mails a member who chose a mail each time (at most one an hour) or a mail a day. */
export async function mailMember(
  { db, clock, site }: Pick<Context, "db" | "clock" | "site">,
  memberId: string,
  frequency: "each" | "daily",
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const recipient = await lockMailRecipient(trx, memberId);
    if (!recipient || !isMailable(recipient)) return;
    const last = frequency === "each" ? recipient.mailedAt : recipient.dailyMailedAt;
    if (nextMailAt(last, frequency, now) > now) {
      if (frequency === "each") await planMail(trx, memberId, last, now);
      return;
    }
    const settings = settingsOf(recipient);
    const types = typesMailed(settings, frequency);
    const summaries = await listSummaries(trx, memberId, { types, since: mailSince(last, frequency, now) });
    if (summaries.length === 0) return;

    const mail = summaryMail(summaries, { hasNames: settings.hasNamesOutside, origin: site.origin });
    await addMail(trx, recipient.email, mail, now);
    await recordMailed(trx, memberId, frequency, now);
  });
}

/** Removes notifications after 90 days, except those of matches, because a pair is notified only once. */
export const sweepNotifications = sweepOlder(daysBefore(periods.notifications), removeOldNotificationsSql);

const Push = z.object({ id: z.uuid(), endpoint: z.string() });

export const jobs = [
  job("daily-mails", "Planejar os e-mails do dia", { cron: "0 21 * * *", run: planDailyMails }),
  job("mail-day", "E-mail diário de um membro", {
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "member" }, category: "notifications" },
    run: (context, { id }) => mailMember(context, id, "daily"),
  }),
  job("mail-notifications", "E-mail de novidades de um membro", {
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "member" }, category: "notifications" },
    run: (context, { id }) => mailMember(context, id, "each"),
  }),
  job("plan-external-notifications", "Planejar avisos fora do site", {
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "row" }, category: "notifications" },
    run: (context, { id }) => planExternalNotifications(context, id),
  }),
  job("push-one", "Aviso por push", {
    payload: { schema: Push, holds: { id: "row", endpoint: "device" }, category: "notifications" },
    run: pushOne,
  }),
  job("sweep-notifications", "Limpar notificações", { sweep: "nightly", run: sweepNotifications }),
];
