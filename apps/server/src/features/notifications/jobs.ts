import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { addMail } from "../../base/mail/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob, LAST } from "../../platform/database/jobs.ts";
import { sweepBefore } from "../../platform/database/sweep.ts";
import { recordMailed } from "../settings/queries.ts";
import { settingsOf } from "../settings/rules.ts";
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

const KEEP_MS = 90 * 86_400_000;
const BATCH = 500;

type Deps = Pick<Context, "db" | "clock">;

/** One job for each browser, so that a push service that fails repeats nothing of the others, and one for a mail. */
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

/** The key makes it one mail: a job that waits already will cover this notification too. */
async function planMail(trx: Db, memberId: string, last: Date | null, now: Date): Promise<void> {
  const runAt = nextMailAt(last, "each", now);
  const when = { key: `mail-notifications ${memberId}`, ...(runAt > now && { runAt }), ...LAST };
  await addJob(trx, "mail-notifications", { id: memberId }, when);
}

/**
 * Sends one push message to one browser, if the notification is still undismissed and the browser still signed in. Sent
 * twice, as after a crash, it replaces itself on the screen by its tag. @throws when the push service fails, so that the
 * queue tries again.
 */
export async function pushOne(
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

/** Plans the daily mails, each as a job of its own, so that one that fails delays no other. Answers how many. */
export async function planDailyMails({ db, clock }: Deps): Promise<number> {
  const day = dayInBrazil(clock.now());
  let planned = 0;
  let last: string | undefined;
  for (;;) {
    const recipients: { memberId: string }[] = await listDailyMailRecipients(db, last, BATCH);
    for (const { memberId: id } of recipients)
      await addJob(db, "mail-day", { id }, { key: `mail-day ${day} ${id}`, ...LAST });
    planned += recipients.length;
    if (recipients.length < BATCH) return planned;
    last = recipients.at(-1)?.memberId;
  }
}

/** Mails a member who wants a mail each time, at most one an hour, or who wants one a day. */
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

/** Notifications are kept for 90 days, matches for good. */
export function sweepNotifications({ db, clock }: Deps): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepBefore(db, day, removeOldNotificationsSql);
}
