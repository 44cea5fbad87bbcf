import { dayInBrazil } from "../../platform/calendar-rules.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob, LAST } from "../../platform/database/jobs.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { sweepInChunks } from "../../platform/sweep.ts";
import { addMail } from "../mail/queries.ts";
import { composeMail } from "../mail/rules.ts";
import { noteMailed } from "../settings/queries.ts";
import { settingsOf } from "../settings/rules.ts";
import {
  findNoteOutside,
  findSubscription,
  listDailyReaders,
  listNews,
  listSubscriptions,
  lockReader,
  removeDeadSubscription,
} from "./outside-queries.ts";
import { removeOldNotifications } from "./queries.ts";
import {
  isMailable,
  isNews,
  mailFrequency,
  mailSince,
  newsWords,
  nextMailAt,
  pushPayload,
  typesMailed,
  wantsPush,
} from "./rules.ts";

const KEEP_MS = 90 * 86_400_000;
const BATCH = 500;

type Tools = Pick<Context, "db" | "clock">;

/**
 * Tells a member outside of the product of something that still waits: one job for each of their browsers, so that one
 * that stumbles does not ring the others again, and one for a mail, however much is new.
 */
export async function tellOutside({ db, clock }: Tools, id: string): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const note = await findNoteOutside(trx, id);
    if (!note) return;
    const settings = settingsOf(note);
    const subscriptions = wantsPush(settings, note.type) ? await listSubscriptions(trx, note.memberId, now) : [];
    for (const { endpoint } of subscriptions) await addJob(trx, "push-one", { id, endpoint });
    if (mailFrequency(settings, note.type) === "each") await planMail(trx, note.memberId, note.mailedAt, now);
  });
}

/** A mail that waits already tells of this too. */
async function planMail(trx: Db, memberId: string, last: Date | null, now: Date): Promise<void> {
  const runAt = nextMailAt(last, "each", now);
  const when = { key: `mail-news ${memberId}`, ...(runAt > now && { runAt }), ...LAST };
  await addJob(trx, "mail-news", { id: memberId }, when);
}

/**
 * Sends one push message to one browser, if there is still something to say and the browser is still signed in. Sent
 * twice, as after a crash, it replaces itself on the screen by its tag. @throws when the push service stumbles: the
 * queue tries again.
 */
export async function pushOne(
  { db, clock, pusher, log }: Pick<Context, "db" | "clock" | "pusher" | "log">,
  { id, endpoint }: { id: string; endpoint: string },
): Promise<void> {
  const now = clock.now();
  const note = await findNoteOutside(db, id);
  if (!note || !isNews(note.createdAt, now)) return;
  const settings = settingsOf(note);
  const subscription = await findSubscription(db, { endpoint, memberId: note.memberId }, now);
  if (!subscription || !wantsPush(settings, note.type)) return;

  const outcome = await pusher.send(subscription, pushPayload(note, settings.hasNamesOutside));
  if (outcome === "gone") await removeDeadSubscription(db, subscription);
  if (outcome === "refused") log.warn({ notification: id }, "a push service refuses our messages");
}

/** The mail to whoever wants one each time, an hour after the last at the earliest. */
export async function mailNews(context: Pick<Context, "db" | "clock" | "site">, memberId: string): Promise<void> {
  await mailMember(context, memberId, "each");
}

/** Plans the mails of the day, each a job of its own: one that fails holds up nobody else's. Answers how many. */
export async function mailDay({ db, clock }: Tools): Promise<number> {
  const day = dayInBrazil(clock.now());
  let planned = 0;
  let last: string | undefined;
  for (;;) {
    const readers: { memberId: string }[] = await listDailyReaders(db, last, BATCH);
    for (const { memberId: id } of readers)
      await addJob(db, "mail-day", { id }, { key: `mail-day ${day} ${id}`, ...LAST });
    planned += readers.length;
    if (readers.length < BATCH) return planned;
    last = readers.at(-1)?.memberId;
  }
}

/** The mail to whoever wants one a day. */
export async function mailDayOf(context: Pick<Context, "db" | "clock" | "site">, memberId: string): Promise<void> {
  await mailMember(context, memberId, "daily");
}

async function mailMember(
  { db, clock, site }: Pick<Context, "db" | "clock" | "site">,
  memberId: string,
  frequency: "each" | "daily",
): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const reader = await lockReader(trx, memberId);
    if (!reader || !isMailable(reader)) return;
    const last = frequency === "each" ? reader.mailedAt : reader.dailyMailedAt;
    if (nextMailAt(last, frequency, now) > now) {
      if (frequency === "each") await planMail(trx, memberId, last, now);
      return;
    }
    const settings = settingsOf(reader);
    const types = typesMailed(settings, frequency);
    const news = await listNews(trx, memberId, { types, since: mailSince(last, frequency, now) });
    if (news.length === 0) return;

    const words = newsWords(news, { hasNames: settings.hasNamesOutside, origin: site.origin });
    const mail = { id: uuidv7(now), kind: "news", to: reader.email, createdAt: now, isNews: true };
    await addMail(trx, { ...mail, ...composeMail(words) });
    await noteMailed(trx, memberId, frequency, now);
  });
}

/** Notifications are kept for 90 days, matches for good. */
export function sweepNotifications({ db, clock }: Tools): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldNotifications(db, day, limit));
}
