import { CONFIRMATION_LINK_HOURS, RECOVERY_LINK_HOURS } from "@caramelo/contract/limits";
import type { Context } from "../../platform/context.ts";
import { uuidv7 } from "../../platform/ids.ts";
import { hashPassword } from "../../platform/passwords.ts";
import { sweepInChunks } from "../../platform/sweep.ts";
import { hashToken, makeToken } from "../../platform/tokens.ts";
import { addMail } from "../mail/queries.ts";
import { hasLinks, type LinkKind, lockMember, removeOldLinks, replaceLink, voidLinks } from "./link-queries.ts";
import {
  confirmationMail,
  emailChangeMail,
  emailTakenMail,
  pendingSignUpMail,
  recoveryMail,
  signUpAttemptMail,
} from "./mail-rules.ts";
import { changePassword, findAccount, findAccountByEmail, isSessionGood, removeOldSessions } from "./queries.ts";
import { linkEnd } from "./rules.ts";

type Jobs = Pick<Context, "db" | "clock" | "site">;
type Letter = ReturnType<typeof recoveryMail>;
type Account = { id: string; email: string };

const KEEP_MS = 30 * 86_400_000;

/** Ended sessions are kept for 30 days, then removed. */
export function sweepSessions({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldSessions(db, day, limit));
}

/** Links are kept for 30 days after their end, then removed. */
export function sweepLinks({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const day = new Date(clock.now().getTime() - KEEP_MS);
  return sweepInChunks((limit) => removeOldLinks(db, day, limit));
}

/** Mails a link to a new password, if the address has an account that the team did not suspend. */
export async function sendRecovery(context: Jobs, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  if (account && !account.suspendedAt) await mailRecovery(context, account, recoveryMail);
}

/**
 * Mails the link that begins an account, if the address has one that waits for it. Once its reader was asked for a
 * password, a link without one would open an account that they cannot enter.
 */
export async function sendConfirmation(context: Jobs, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  if (!account?.awaitsConfirmation || account.suspendedAt) return;
  if (await hasLinks(context.db, account.id, "recovery")) await mailRecovery(context, account, pendingSignUpMail);
  else await mailConfirmation(context, account);
}

/**
 * What a sign-up with this address comes to, told to its owner alone. `memberId` is whom it would have made: when another
 * account waits, whoever made that need not be who reads the mail, and its link asks for a password of the reader's own.
 */
export async function sendSignUpMail(context: Jobs, made: { memberId: string; email: string }): Promise<void> {
  const { memberId, email } = made;
  const account = await findAccountByEmail(context.db, email);
  if (!account || account.suspendedAt) return;
  if (!account.awaitsConfirmation) return mailWords(context, email, signUpAttemptMail(context.site.origin));
  if (account.id === memberId) return mailConfirmation(context, account);
  await dropClaim(context, account.id);
  await mailRecovery(context, account, pendingSignUpMail);
}

/** Nobody knows who made an account that waits: its password opens it no more, nor does a link that sets none. */
async function dropClaim({ db, clock }: Jobs, memberId: string): Promise<void> {
  const now = clock.now();
  const unknown = await hashPassword(makeToken());
  await db.transaction().execute(async (trx) => {
    await lockMember(trx, memberId);
    const account = await findAccount(trx, memberId);
    if (!account?.awaitsConfirmation) return;
    await changePassword(trx, memberId, unknown, now);
    await voidLinks(trx, memberId, now);
  });
}

type EmailWish = { memberId: string; sessionId: string; email: string };

/** Mails the link that gives an account another address; who has that address already is told of it instead. */
export async function sendEmailChange(context: Jobs, asked: EmailWish): Promise<void> {
  const { memberId, sessionId, email } = asked;
  const owner = await findAccountByEmail(context.db, email);
  if (owner) {
    if (owner.id !== memberId) await mailWords(context, email, emailTakenMail());
    return;
  }
  const account = await findAccount(context.db, memberId);
  if (!account || account.suspendedAt) return;
  const hours = CONFIRMATION_LINK_HOURS;
  const link = { kind: "email_change" as const, path: "confirmar-email", hours, to: email, sessionId };
  await mailLink(context, account, link, emailChangeMail);
}

function mailRecovery(context: Jobs, account: Account, compose: (url: string) => Letter) {
  const link = { kind: "recovery" as const, path: "redefinir-senha", hours: RECOVERY_LINK_HOURS, to: account.email };
  return mailLink(context, account, link, compose);
}

function mailConfirmation(context: Jobs, account: Account) {
  const to = account.email;
  const link = { kind: "confirmation" as const, path: "confirmar-email", hours: CONFIRMATION_LINK_HOURS, to };
  return mailLink(context, account, link, confirmationMail);
}

/** With a `sessionId` only as long as whoever asked is signed in: a new password shuts out who knew the old one. */
type Link = { kind: LinkKind; path: string; hours: number; to: string; sessionId?: string };

/** The secret stands behind the #, which no browser sends: only the mail holds it, and the database its hash. */
async function mailLink(
  { db, clock, site }: Jobs,
  { id, email }: Account,
  link: Link,
  compose: (url: string) => Letter,
) {
  const { kind, path, hours, to, sessionId } = link;
  const now = clock.now();
  const token = makeToken();
  const letter = compose(`${site.origin}/${path}#${token}`);
  const times = { createdAt: now, expiresAt: linkEnd(hours, now) };
  await db.transaction().execute(async (trx) => {
    // Who got another address meanwhile must not be reached through the old one.
    if ((await lockMember(trx, id))?.email !== email) return;
    if (sessionId !== undefined && !(await isSessionGood(trx, sessionId, now))) return;
    await replaceLink(trx, { id: uuidv7(now), memberId: id, kind, tokenHash: hashToken(token), email: to, ...times });
    await addMail(trx, { id: uuidv7(now), to, createdAt: now, ...letter });
  });
}

async function mailWords({ db, clock }: Jobs, to: string, letter: Letter): Promise<void> {
  const now = clock.now();
  await db.transaction().execute((trx) => addMail(trx, { id: uuidv7(now), to, createdAt: now, ...letter }));
}
