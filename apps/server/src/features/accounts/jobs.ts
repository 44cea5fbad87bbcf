import {
  CLAIM_LINK_HOURS,
  CONFIRMATION_LINK_HOURS,
  KNOWN_DEVICE_DAYS,
  RECOVERY_LINK_HOURS,
} from "@caramelo/contract/limits";
import { EMAIL_CHANGE_PARAM } from "@caramelo/contract/texts/confirmation";
import { addMail } from "../../base/mail/queries.ts";
import { changeEmail, lockMember, removeUnconfirmedAccount } from "../../base/members/member-queries.ts";
import type { Context } from "../../platform/context.ts";
import { sweepInChunks } from "../../platform/database/sweep.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashToken, makeToken } from "../../platform/secrets/tokens.ts";
import { isAddressBanned } from "./is-address-refused.ts";
import {
  confirmationMail,
  emailChangeMail,
  emailTakenMail,
  invitationMail,
  pendingSignUpMail,
  recoveryMail,
  signUpAttemptMail,
} from "./mail-rules.ts";
import { findAccount, findAccountByEmail } from "./queries/accounts.ts";
import { removeOldDevices } from "./queries/known-devices.ts";
import { type LinkKind, removeOldLinks, replaceLink } from "./queries/links.ts";
import { recordRefusedSignUp } from "./queries/refused-sign-ups.ts";
import { isSessionGood, removeOldSessions } from "./queries/sessions.ts";
import { judgeClaim, linkEnd } from "./rules.ts";

type Jobs = Pick<Context, "db" | "clock" | "site" | "banKeys">;
type Mail = ReturnType<typeof recoveryMail>;
type Account = { id: string; email: string };

const DAY_MS = 86_400_000;
const KEEP_MS = 30 * DAY_MS;

/** Ended sessions are kept for 30 days, then removed. */
export function sweepSessions({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldSessions(db, day, limit));
}

/** A browser in which a member has not signed in for a year is no longer known. */
export function sweepKnownDevices({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KNOWN_DEVICE_DAYS * DAY_MS);
  return sweepInChunks((limit) => removeOldDevices(db, day, limit));
}

/** Links are kept for 30 days after their end, then removed. */
export function sweepLinks({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldLinks(db, day, limit));
}

/**
 * Mails a link to a new password, if the address has an account that the staff did not suspend and does not manage. An unconfirmed one may be
 * a stranger's sign-up, so the reader is led to a sign-up of their own, which replaces it.
 */
export async function sendRecovery(context: Jobs, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  if (!account || account.suspendedAt || account.isManaged) return;
  if (account.awaitsConfirmation) await mailWords(context, email, pendingSignUpMail(context.site.origin));
  else await mailRecovery(context, account);
}

/** Mails the link that confirms an account, if the address has one that awaits it. */
export async function sendConfirmation(context: Jobs, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  if (account?.awaitsConfirmation && !account.suspendedAt) await mailConfirmation(context, account);
}

type SignUp = { memberId: string; email: string };

/** Decides whether a sign-up may have its address, and mails the result to the owner of the address only. */
export async function sendSignUpMail(context: Jobs, signUp: SignUp): Promise<void> {
  const hasAddress = await context.db.transaction().execute((trx) => claimAddress({ ...context, db: trx }, signUp));
  if (hasAddress) await mailConfirmation(context, { id: signUp.memberId, email: signUp.email });
}

/** Gives a sign-up its address or removes it. False also when an earlier run or a later sign-up removed it. */
async function claimAddress({ db, clock, site, banKeys }: Jobs, { memberId, email }: SignUp): Promise<boolean> {
  const signUp = await findAccount(db, memberId);
  if (!signUp?.awaitsConfirmation) return false;
  if (signUp.email === email) return true;
  // Nobody gets a mail: a banned person learns no more than that nothing came.
  if (await isAddressBanned({ db, banKeys }, email)) {
    await removeUnconfirmedAccount(db, signUp.email);
    return false;
  }
  const holder = await findAccountByEmail(db, email);
  const verdict = judgeClaim(signUp, holder);
  // A sign-in with the refused password is then answered as if the sign-up waited for its link.
  if (holder && (holder.suspendedAt || !holder.awaitsConfirmation)) {
    const { passwordHash, createdAt } = signUp;
    await recordRefusedSignUp(db, { memberId: holder.id, passwordHash, createdAt });
  }
  await removeUnconfirmedAccount(db, verdict === "claims" ? email : signUp.email);
  const now = clock.now();
  if (verdict === "claims") await changeEmail(db, memberId, email, now);
  if (verdict === "owned")
    await addMail(db, { id: uuidv7(now), to: email, createdAt: now, ...signUpAttemptMail(site.origin) });
  return verdict === "claims";
}

/** Mails the invitation to take over a managed profile, if it is still managed. */
export async function sendInvitation(context: Jobs, memberId: string): Promise<void> {
  const account = await findAccount(context.db, memberId);
  if (!account?.isManaged || account.suspendedAt || (await isAddressBanned(context, account.email))) return;
  const link = { kind: "claim" as const, path: "assumir-perfil", hours: CLAIM_LINK_HOURS, to: account.email };
  await mailLink(context, account, link, invitationMail);
}

/** Without a `sessionId` the staff asked for it. */
type EmailRequest = { memberId: string; sessionId?: string | undefined; email: string };

/**
 * Mails the link that gives an account another address. If the address has an account, its owner gets a mail instead;
 * a sign-up that nobody confirmed is no owner.
 */
export async function sendEmailChange(context: Jobs, request: EmailRequest): Promise<void> {
  const { memberId, sessionId, email } = request;
  const owner = await findAccountByEmail(context.db, email);
  if (owner && !(owner.awaitsConfirmation && !owner.suspendedAt)) {
    if (owner.id !== memberId) await mailWords(context, email, emailTakenMail());
    return;
  }
  const account = await findAccount(context.db, memberId);
  if (!account || account.suspendedAt) return;
  if (await isAddressBanned(context, email)) return;
  const hours = CONFIRMATION_LINK_HOURS;
  const link = {
    kind: "email_change" as const,
    path: `confirmar-email?${EMAIL_CHANGE_PARAM}`,
    hours,
    to: email,
    ...(sessionId && { sessionId }),
  };
  await mailLink(context, account, link, emailChangeMail);
}

function mailRecovery(context: Jobs, account: Account) {
  const link = { kind: "recovery" as const, path: "redefinir-senha", hours: RECOVERY_LINK_HOURS, to: account.email };
  return mailLink(context, account, link, recoveryMail);
}

function mailConfirmation(context: Jobs, account: Account) {
  const to = account.email;
  const link = { kind: "confirmation" as const, path: "confirmar-email", hours: CONFIRMATION_LINK_HOURS, to };
  return mailLink(context, account, link, confirmationMail);
}

/** With a `sessionId` the link is mailed only while that session is valid, because a new password ends all sessions. */
type Link = { kind: LinkKind; path: string; hours: number; to: string; sessionId?: string };

/** The secret stands behind the #, which browsers do not send: only the mail holds it, and the database its hash. */
async function mailLink({ db, clock, site }: Jobs, { id, email }: Account, link: Link, compose: (url: string) => Mail) {
  const { kind, path, hours, to, sessionId } = link;
  const now = clock.now();
  const token = makeToken();
  const mail = compose(`${site.origin}/${path}#${token}`);
  const times = { createdAt: now, expiresAt: linkEnd(hours, now) };
  await db.transaction().execute(async (trx) => {
    // A member who got another address meanwhile must not be reached through the old one.
    if ((await lockMember(trx, id))?.email !== email) return;
    if (sessionId !== undefined && !(await isSessionGood(trx, sessionId, now))) return;
    await replaceLink(trx, { id: uuidv7(now), memberId: id, kind, tokenHash: hashToken(token), email: to, ...times });
    await addMail(trx, { id: uuidv7(now), to, createdAt: now, ...mail });
  });
}

async function mailWords({ db, clock }: Jobs, to: string, mail: Mail): Promise<void> {
  const now = clock.now();
  await db.transaction().execute((trx) => addMail(trx, { id: uuidv7(now), to, createdAt: now, ...mail }));
}
