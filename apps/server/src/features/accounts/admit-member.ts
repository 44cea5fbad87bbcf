import { DEVICES_MAX } from "@caramelo/contract/limits";
import { addAuditEntry } from "../../base/audit/queries.ts";
import { reactivateProfile } from "../../base/members/profile-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import { endOldestSessions, hasEndedSession } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { addJob, FIRST } from "../../platform/database/jobs.ts";
import type { Exchange, Me } from "../../platform/http/caller.ts";
import { fail } from "../../platform/http/failure.ts";
import { type Account, presentAccount } from "./present-account.ts";
import { getAccount } from "./queries/accounts.ts";
import { hasKnownDevice } from "./queries/known-devices.ts";
import { recordAccess } from "./record-access.ts";
import { deviceName, isFirstDay, type judgeSignIn } from "./rules.ts";
import { isRecognized, openSession, recordDevice } from "./session-check.ts";
import type { WayIn } from "./way-rules.ts";

type Verdict = ReturnType<typeof judgeSignIn>;

/** Whether sign-in to an account is refused. */
export const isClosed = (verdict: Verdict): boolean => verdict !== "welcome" && verdict !== "welcome-back";

/** Fails when sign-in to an account is refused, although the person has proved that it is theirs. */
export function refuseClosed(verdict: Verdict | undefined): void {
  if (verdict === "erased") fail("AUTH_INVALID_CREDENTIALS");
  if (verdict === "suspended") fail("PROFILE_NOT_FOUND");
  if (verdict === "unclaimed") fail("PROFILE_UNCLAIMED");
  if (verdict === "unconfirmed") fail("AUTH_EMAIL_NOT_CONFIRMED");
  if (verdict === "frozen") fail("AUTH_FROZEN");
}

type Admission = {
  member: Account;
  verdict: Verdict | undefined;
  isRemembered: boolean;
  /** Whether the session of staff counts as opened with a second factor. */
  hasFactor: boolean;
  /** How they signed in, for the audit log. */
  details: { hasCode: boolean; hasPasskey?: boolean };
  /** Uses up the proof that the member gave. Undefined refuses the sign-in, but keeps what it wrote. */
  takeProof: (trx: Db) => Promise<WayIn | undefined>;
};

type Browser = { me: Me | undefined; exchange: Exchange };

/**
 * Signs in a member whose proof is right. For every way of signing in, this reactivates the account, records the access
 * and opens the session. Undefined when `takeProof` refuses them.
 */
export async function admitMember(context: Context, { me, exchange }: Browser, admission: Admission) {
  const { member, verdict, isRemembered, hasFactor } = admission;
  const openedSession = await context.db.transaction().execute((trx) => admit(context, trx, exchange, admission));
  if (!openedSession) return undefined;
  const { token, device, ended: endedSession, account } = openedSession;
  // The previous session of this browser is over, so the live connections of its other tabs are closed.
  if (me) context.live.endSession(me.sessionId);
  for (const sessionId of endedSession) context.live.endSession(sessionId);
  exchange.setSession(token, isRemembered && !member.isAdmin);
  exchange.setDevice(device);
  return { user: presentAccount(account, { hasFactor }, context), wasReactivated: verdict === "welcome-back" };
}

async function admit(context: Context, trx: Db, exchange: Exchange, admission: Admission) {
  const { member, verdict, isRemembered, hasFactor, takeProof } = admission;
  const { clock } = context;
  // The reactivation decides who may write to the member, so the streams are locked first.
  if (verdict === "welcome-back") await lockStreamsAround(trx, [member.id]);
  const way = await takeProof(trx);
  if (!way) return undefined;
  // The account may have been frozen since it was judged. The proof has locked the member, so it cannot be frozen from
  // here on.
  if ((await getAccount(trx, member.id)).frozenAt) fail("AUTH_FROZEN");
  if (verdict === "welcome-back") await reactivateProfile(trx, member.id, clock.now());
  await recordAccess({ ...context, db: trx }, { memberId: member.id, address: exchange.address, at: clock.now() });
  await alertOfNewBrowser({ db: trx, clock }, exchange, member);
  const session = {
    device: await recordDevice({ db: trx, clock }, exchange, member.id),
    token: await openSession({ db: trx, clock }, exchange, {
      memberId: member.id,
      isRemembered,
      way,
      ...(member.isAdmin && { staff: { hasFactor } }),
    }),
    ended: await endOldestSessions(trx, member.id, clock.now(), DEVICES_MAX),
  };
  const details = { device: deviceName(exchange.userAgent), ...admission.details };
  const entry = { at: clock.now(), actorId: member.id, action: "admin.signed-in", subjectId: member.id, details };
  if (member.isAdmin) await addAuditEntry(trx, entry);
  // Read again, because the account now tells whether the member has several sessions; and in the transaction, so that
  // a failure undoes the sign-in and a retry does not repeat it.
  return { ...session, account: await getAccount(trx, member.id) };
}

type AlertContext = Pick<Context, "db" | "clock">;

/**
 * The first browser of a new account is its person's, so no mail is sent. After an ended session it is not the first:
 * the account forgot its browsers to lock an intruder out. An older account without known browsers forgot them with
 * time: it was long unused, so a sign-in must not go unnoticed.
 */
async function alertOfNewBrowser({ db, clock }: AlertContext, exchange: Exchange, member: Account): Promise<void> {
  const { id: memberId, createdAt } = member;
  if (await isRecognized(db, exchange, memberId)) return;
  const isEntered = (await hasKnownDevice(db, memberId)) || (await hasEndedSession(db, memberId));
  if (isFirstDay(createdAt, clock.now()) && !isEntered) return;
  await addJob(db, "send-sign-in-alert", { memberId, device: deviceName(exchange.userAgent) }, FIRST);
}
