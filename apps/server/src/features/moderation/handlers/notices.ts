import type { ParsedOf } from "@caramelo/contract/call/call";
import { type Contract, contract } from "@caramelo/contract/contract";
import { takeAdvisoryLock } from "../../../base/mail/acknowledgement-commands.ts";
import { removeAcknowledgement } from "../../../base/mail/acknowledgement-queries.ts";
import { addMail } from "../../../base/mail/queries.ts";
import { quotedNumber } from "../../../base/mail/rules.ts";
import { writeMail } from "../../../base/mail/text-rules.ts";
import { listStaffAddresses } from "../../../base/members/standing-queries.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { normalizeEmail } from "../../../platform/delivery/mailbox-rules.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { isWithin } from "../../../platform/http/take-limits.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { ownerKey } from "../../../platform/limits/rate-limit.ts";
import type { LiveBus } from "../../../platform/live/live-bus.ts";
import { hashToken, makeToken } from "../../../platform/secrets/tokens.ts";
import { publishBell } from "../../notifications/commands.ts";
import { findNoticed } from "../find-noticed.ts";
import { hideNoticed } from "../hide-noticed.ts";
import { acknowledgementOf, hasLink } from "../notice-rules.ts";
import { addAlarm } from "../queries/alarms.ts";
import type { Sender } from "../queries/notice-senders.ts";
import { addNotice, claimBrakeAlarm, confirmMailbox, findNoticeByToken } from "../queries/notices.ts";
import { noticeDueAt } from "../rules.ts";

const HOUR_MS = 3_600_000;

/**
 * The member who answers for a notice by their session. One with a waiting erasure may be suspended or banned, so they
 * count as a stranger, whose mailbox must be confirmed.
 */
const senderIdOf = (me: Me | undefined) => (me && !me.isAdmin && me.erasesAt === null ? me.id : null);

/**
 * Answers the same whether the address names a member or not, so that the answer reveals no member. A stranger's notice
 * whose mail waits is stored like the others, because a flood of notices must not silence other senders. It hides
 * nothing before it is confirmed.
 */
export const sendNotice = handle(
  contract.moderation.sendNotice,
  async ({ body, me, exchange, limits, publishChange, live, ...context }) => {
    const { db, clock, site, sealer } = context;
    const now = clock.now();
    const id = uuidv7(now);
    const sender = {
      mailbox: normalizeEmail(body.email),
      network: sealer.hash(ownerKey(exchange.address), "notices"),
      memberId: senderIdOf(me),
      isConfirmed: false,
    };
    const guest = { form: "notice", id, email: body.email, address: exchange.address } as const;
    const isBraked = sender.memberId === null && !(await takeAdvisoryLock(context, guest));
    const receivedNotice = { id, body, sender, isBraked, dueAt: noticeDueAt(now) };
    const deps = { site, now, mayHide: () => isWithin(limits.noticeHides) };
    const hiddenId = await db.transaction().execute((trx) => receive(trx, deps, receivedNotice));
    await publishHide({ publishChange, live, db }, hiddenId);
    return {
      number: quotedNumber(id),
      dueAt: receivedNotice.dueAt,
      mail: isBraked ? ("later" as const) : mailOf(body.kind),
    };
  },
);

type Deps = Pick<Context, "site"> & { now: Date; mayHide(): Promise<boolean> };
type ReceivedNotice = {
  id: string;
  body: ParsedOf<Contract["moderation"]["sendNotice"]>["body"];
  sender: Sender;
  isBraked: boolean;
  dueAt: Date;
};

/**
 * Stores a notice and hides what it may hide at once. Returns the member whose profile or photo was hidden, otherwise
 * null.
 */
async function receive(trx: Db, { site, now, mayHide }: Deps, receivedNotice: ReceivedNotice): Promise<string | null> {
  const { id, body, sender, isBraked, dueAt } = receivedNotice;
  const { kind, address, words, name: senderName, email: senderEmail } = body;
  const noticed = await findNoticed(trx, address, now);
  const { memberId = null, photo } = noticed ?? {};
  const facts = { memberId, photoId: photo?.id ?? null, fileName: photo?.fileName ?? null };
  const { mailbox: senderMailbox, network: senderNetwork, memberId: senderId } = sender;
  const from = { senderName, senderEmail, senderMailbox, senderNetwork, senderId };
  const token = makeToken();
  const confirmationHash = hasLink(kind) && !isBraked ? hashToken(token) : null;
  const times = { receivedAt: now, dueAt, brakedAt: isBraked ? now : null };
  await addNotice(trx, { id, kind, address, words, ...facts, ...from, confirmationHash, ...times });
  const outcome =
    noticed && !isBraked && (await hideNoticed(trx, { site, now, mayHide }, { id, kind, sender, noticed }));
  if (!isBraked) await addMail(trx, senderEmail, acknowledgementOf({ id, kind }, site.origin, token), now);
  await callStaff(trx, { id, isBraked: isBraked || outcome === "braked", site, now });
  return outcome === "hidden" ? memberId : null;
}

/** Confirms the mailbox of a waiting notice, which then hides what a notice of a confirmed sender may hide. */
export const confirmNotice = handle(
  contract.moderation.confirmNotice,
  async ({ body, limits, publishChange, live, db, clock, site }) => {
    const now = clock.now();
    const notice = (await findNoticeByToken(db, hashToken(body.token))) ?? fail("CONFIRMATION_LINK_INVALID");
    const { id, kind, address, dueAt } = notice;
    const hiddenId = await db.transaction().execute(async (trx) => {
      const noticed = await findNoticed(trx, address, now);
      const confirmed = (await confirmMailbox(trx, id, now)) ?? fail("CONFIRMATION_LINK_INVALID");
      await removeAcknowledgement(trx, id);
      const { senderMailbox: mailbox, senderNetwork: network, senderId: memberId, hasHidden } = confirmed;
      if (!noticed || hasHidden || mailbox === null || network === null) return null;
      const deps = { site, now, mayHide: () => isWithin(limits.noticeHides) };
      const sender = { mailbox, network, memberId, isConfirmed: true };
      const outcome = await hideNoticed(trx, deps, { id, kind, sender, noticed });
      if (outcome !== "nothing") await callStaff(trx, { id, isBraked: outcome === "braked", site, now });
      return outcome === "hidden" ? noticed.memberId : null;
    });
    await publishHide({ publishChange, live, db }, hiddenId);
    return { number: quotedNumber(id), dueAt };
  },
);

const mailOf = (kind: string) => (hasLink(kind) ? ("link" as const) : ("receipt" as const));

type SentNotice = Pick<Context, "site"> & { id: string; now: Date };

/** Raises an alarm for a notice. Above an hourly limit staff get only a mail that points to the queue, once an hour. */
async function callStaff(trx: Db, { id, isBraked, site, now }: SentNotice & { isBraked: boolean }): Promise<void> {
  if (!isBraked) return addAlarm(trx, "notice", now);
  if (!(await claimBrakeAlarm(trx, id, { since: new Date(now.getTime() - HOUR_MS) }))) return;
  const mail = writeMail("alarm-brake", { url: `${site.origin}/admin/denuncias/avisos` });
  for (const to of await listStaffAddresses(trx)) await addMail(trx, to, mail, now);
}

type PublishContext = Pick<Context, "db"> & { live: LiveBus; publishChange(memberIds: readonly string[]): void };

/** Publishes a hide, so that the member's open browsers show it at once. */
async function publishHide({ publishChange, live, db }: PublishContext, memberId: string | null): Promise<void> {
  if (memberId === null) return;
  publishChange([memberId]);
  await publishBell({ db, live }, memberId);
}
