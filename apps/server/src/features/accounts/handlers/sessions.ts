import { contract } from "@caramelo/contract/contract";
import type { Context } from "../../../platform/context.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { verifyPassword } from "../../../platform/passwords.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { reactivateProfile } from "../../profiles/queries.ts";
import { preferencesOf } from "../../settings/rules.ts";
import { findAccountByEmail, getAccount, holdPassword } from "../queries.ts";
import { isPremiumAt, judgeSignIn } from "../rules.ts";
import { closeSession, openSession } from "./door.ts";

type Account = Awaited<ReturnType<typeof getAccount>>;

export const signIn = handle(contract.accounts.signIn, async ({ body, me, exchange, ...context }) => {
  const { db, clock, limits } = context;
  const address = addressKey(exchange.address);
  const accountAtAddress = `${body.email} ${address}`;
  // Counted before the password is looked at: a hundred guesses at once are a hundred attempts.
  await limits.signInAddress.take(address);
  await limits.signInAccount.take(accountAtAddress);

  const account = await findAccountByEmail(db, body.email);
  const isRight = await verifyPassword(account?.passwordHash, body.password);
  if (!account || !isRight) fail("AUTH_INVALID_CREDENTIALS");
  await limits.signInAddress.giveBack(address);
  await limits.signInAccount.forget(accountAtAddress);

  const verdict = judgeSignIn(account);
  if (verdict === "suspended") fail("PROFILE_NOT_FOUND");
  if (verdict === "unconfirmed") fail("AUTH_EMAIL_NOT_CONFIRMED");
  const token = await db.transaction().execute(async (trx) => {
    // Who set another password meanwhile ended every session: this one must not slip in behind.
    if (!(await holdPassword(trx, account.id, account.passwordHash))) fail("AUTH_INVALID_CREDENTIALS");
    if (verdict === "welcome-back") await reactivateProfile(trx, account.id, clock.now());
    return openSession({ db: trx, clock }, exchange, { memberId: account.id, isRemembered: body.remember });
  });
  // The session that this browser had is over, and with it what its other tabs hear.
  if (me) context.live.endSession(me.sessionId);
  exchange.setSession(token, body.remember);
  return { user: present(account, context), wasReactivated: verdict === "welcome-back" };
});

export const session = handle(contract.accounts.session, async ({ me, exchange, ...context }) => {
  if (me) return { user: present(await getAccount(context.db, me.id), context), hasExpired: false };
  // Told once: the next question comes without the cookie.
  if (exchange.hadSession && !exchange.hasJustEnded) exchange.clearSession();
  return { user: null, hasExpired: exchange.hadSession };
});

export const signOut = handle(contract.accounts.signOut, async ({ me, exchange, db, clock, live }) => {
  await closeSession({ db, clock }, exchange.sessionToken);
  if (me) live.endSession(me.sessionId);
  exchange.clearSession();
  return {};
});

function present(account: Account, { photoLinks, clock }: Pick<Context, "photoLinks" | "clock">) {
  const { id, email, name, role, createdAt, isVerified, isAdmin, fileName } = account;
  const now = clock.now();
  const isPremium = isPremiumAt(account, now);
  const photoUrl = fileName === null ? null : photoLinks.linkTo(fileName, 320, now);
  const isHighlighted = account.highlightedUntil !== null && account.highlightedUntil > now;
  const preferences = preferencesOf(account);
  return { id, email, name, role, createdAt, isVerified, isAdmin, isPremium, isHighlighted, photoUrl, preferences };
}
