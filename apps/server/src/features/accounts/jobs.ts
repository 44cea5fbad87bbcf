import { SIGN_IN_ALERT_MINUTES } from "@caramelo/contract/limits";
import * as z from "zod";
import { addMail, hasMailSince } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import { changeEmail, lockMember, removeUnconfirmedAccount } from "../../base/members/member-queries.ts";
import { isSessionGood } from "../../base/sessions/queries.ts";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { job } from "../../platform/job.ts";
import { addLinkMail } from "./add-link-mail.ts";
import { isAddressBanned, isAddressRefused } from "./address-commands.ts";
import { LINKS } from "./mail-rules.ts";
import { findAccount, findAccountByEmail, getAccount } from "./queries/accounts.ts";
import { takeDueRequest } from "./queries/delayed-requests.ts";
import { hasOpenLinkSince, type LinkKind } from "./queries/links.ts";
import { recordRefusedSignUp, renewRefusedSignUp } from "./queries/refused-sign-ups.ts";
import { unconfirmedSince } from "./retention-rules.ts";
import { judgeClaim, linkEnd } from "./rules.ts";
import { storeEmailChange } from "./store-email-change.ts";
import { DueRequest } from "./way-rules.ts";

type Jobs = Pick<Context, "db" | "clock" | "site" | "banKeys">;
type Mail = ReturnType<typeof writeMail>;
type Account = { id: string; email: string };

/**
 * Mails a recovery link if the address has an unmanaged account that links open. An unconfirmed account may be a
 * stranger's sign-up, so its mail leads to a new sign-up, which replaces the account.
 */
async function sendRecovery(context: Jobs, email: string): Promise<void> {
  const account = await findAccountByEmail(context.db, email);
  if (!account?.canFollowLinks || account.isManaged) return;
  // This mail leads only to the public sign-up page, so it carries no account link.
  const pending = writeMail("sign-up-pending", { url: `${context.site.origin}/cadastro` });
  if (account.awaitsConfirmation) await mailWords(context, email, pending);
  else await mailLink(context, account, "recovery");
}

/**
 * Mails the link that confirms an account, if the address has one that awaits it. The account then stays as long as the
 * link, so a refused sign-up with the address of a member stays as long, or a sign-in would tell one from the other.
 */
export async function sendConfirmation(context: Jobs, email: string): Promise<void> {
  const { db, clock } = context;
  const account = await findAccountByEmail(db, email);
  if (!account) return;
  if (account.awaitsConfirmation && !account.suspendedAt) await mailLink(context, account, "confirmation");
  else await renewRefusedSignUp(db, account.id, unconfirmedSince(linkEnd(LINKS.confirmation.hours, clock.now())));
}

const SignUp = z.object({ memberId: z.uuid(), email: z.string() });
type SignUp = z.output<typeof SignUp>;

/** Decides whether a sign-up may have its address, and tells only the owner of the address by mail. */
export async function sendSignUpMail(context: Jobs, signUp: SignUp): Promise<void> {
  const hasAddress = await context.db.transaction().execute((trx) => claimAddress({ ...context, db: trx }, signUp));
  if (hasAddress) await mailLink(context, { id: signUp.memberId, email: signUp.email }, "confirmation");
}

/** Gives a sign-up its address, or removes it. Returns whether it has the address; false also if it is gone already. */
async function claimAddress({ db, clock, site, banKeys }: Jobs, { memberId, email }: SignUp): Promise<boolean> {
  const signUp = await findAccount(db, memberId);
  if (!signUp?.awaitsConfirmation) return false;
  if (signUp.email === email) return true;
  // No mail is sent, so that a banned person learns nothing.
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
  if (verdict === "owned") await addMail(db, email, writeMail("sign-up-attempt", { url: `${site.origin}/login` }), now);
  return verdict === "claims";
}

/** Mails the invitation to take over a managed profile, if it is still managed. */
async function sendInvitation(context: Jobs, memberId: string): Promise<void> {
  const account = await findAccount(context.db, memberId);
  if (!account?.isManaged || account.suspendedAt || (await isAddressBanned(context, account.email))) return;
  await mailLink(context, account, "claim");
}

/** A request for another address; without a `sessionId` staff made the request, or it was delayed. */
const EmailRequest = z.object({
  memberId: z.uuid(),
  sessionId: z.uuid().optional(),
  email: z.string(),
  /** The member had proved who they are by a long-standing key or app. Absent in jobs of the last release. */
  isProven: z.boolean().optional(),
});
type EmailRequest = z.output<typeof EmailRequest>;

/**
 * Mails the link that confirms a new address. If the address belongs to another account that is confirmed or suspended,
 * its owner gets a mail that says so instead.
 */
async function sendEmailChange(context: Jobs, request: EmailRequest): Promise<void> {
  const { memberId, sessionId, email, isProven } = request;
  const owner = await findAccountByEmail(context.db, email);
  if (owner && !(owner.awaitsConfirmation && !owner.suspendedAt)) {
    if (owner.id !== memberId) await mailWords(context, email, writeMail("email-taken"));
    return;
  }
  const account = await findAccount(context.db, memberId);
  if (!account || account.suspendedAt) return;
  if (await isAddressBanned(context, email)) return;
  await mailLink(context, account, "email_change", { to: email, sessionId, freezes: isProven });
}

/**
 * Begins a delayed change of the address. Where the site does not confirm addresses, it changes at once, unless the new
 * one is taken by now.
 */
export async function sendDelayedEmailChange(context: Jobs, due: DueRequest): Promise<void> {
  const { db, clock, site } = context;
  const { memberId } = due;
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const member = await lockMember(trx, memberId);
    const request = await takeDueRequest(trx, due, "email_change");
    if (!member || !request?.email) return;
    const { email, isProven } = request;
    // One transaction, so that nothing is lost between the two steps, and a new password finds the request or the link.
    if (site.confirmsEmails) return sendEmailChange({ ...context, db: trx }, { memberId, email, isProven });
    if (await isAddressRefused({ ...context, db: trx }, { email, memberId })) return;
    const { isAdmin } = await getAccount(trx, memberId);
    await storeEmailChange({ db: trx, site }, { memberId, isAdmin, from: member.email, to: email, isProven, now });
  });
}

/** With a `sessionId` the link is mailed only while that session is valid, because a new password ends all sessions. */
type AddressedMail = {
  to: string;
  sessionId?: string | undefined;
  values?: Readonly<Record<string, string>>;
  freezes?: boolean | undefined;
};

const Alert = z.object({ memberId: z.uuid(), device: z.string() });

/** Mails a member about a sign-in in a new browser, at most once in ten minutes. */
async function sendSignInAlert(context: Jobs, { memberId, device }: z.output<typeof Alert>): Promise<void> {
  const account = await findAccount(context.db, memberId);
  if (!account?.canFollowLinks) return;
  const since = new Date(context.clock.now().getTime() - SIGN_IN_ALERT_MINUTES * 60_000);
  const isMailed = await hasMailSince(context.db, "sign-in-alert", account.email, since);
  // After "Não fui eu" the next sign-in is mailed again.
  if (isMailed && (await hasOpenLinkSince(context.db, memberId, "sign_in_alert", since))) return;
  await mailLink(context, account, "sign_in_alert", { to: account.email, values: { aparelho: device } });
}

async function mailLink({ db, clock, site }: Jobs, { id, email }: Account, kind: LinkKind, addressed?: AddressedMail) {
  const { to, sessionId, values, freezes }: AddressedMail = addressed ?? { to: email };
  const now = clock.now();
  await inTransaction(db, async (trx) => {
    // A member whose address has changed must get no link at the old one.
    if ((await lockMember(trx, id))?.email !== email) return;
    if (sessionId !== undefined && !(await isSessionGood(trx, sessionId, now))) return;
    await addLinkMail({ db: trx, site }, { memberId: id, kind, to, values, freezes }, now);
  });
}

async function mailWords({ db, clock }: Jobs, to: string, mail: Mail): Promise<void> {
  await inTransaction(db, (trx) => addMail(trx, to, mail, clock.now()));
}

/** Works in the caller's transaction, or in one that begins here. */
const inTransaction = (db: Db, work: (trx: Db) => Promise<unknown>) =>
  db.isTransaction ? work(db) : db.transaction().execute(work);

export const jobs = [
  job("send-confirmation", "E-mail de confirmação", {
    class: "accounts",
    payload: { schema: z.object({ email: z.string() }), holds: { email: "email" }, category: "account" },
    run: (context, { email }) => sendConfirmation(context, email),
  }),
  job("send-delayed-email-change", "Começar uma troca de e-mail que esperou", {
    class: "accounts",
    payload: { schema: DueRequest, holds: { memberId: "member", dueAt: "internal" }, category: "account" },
    run: sendDelayedEmailChange,
  }),
  job("send-email-change", "E-mail de troca de endereço", {
    class: "accounts",
    payload: {
      schema: EmailRequest,
      holds: { memberId: "member", sessionId: "row", email: "email", isProven: "internal" },
      category: "account",
    },
    run: sendEmailChange,
  }),
  job("send-invitation", "Convite para assumir um perfil", {
    class: "accounts",
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "member" }, category: "account" },
    run: (context, { id }) => sendInvitation(context, id),
  }),
  job("send-recovery", "E-mail de recuperação de senha", {
    class: "accounts",
    payload: { schema: z.object({ email: z.string() }), holds: { email: "email" }, category: "account" },
    run: (context, { email }) => sendRecovery(context, email),
  }),
  job("send-sign-in-alert", "E-mail sobre uma entrada por um navegador novo", {
    class: "accounts",
    payload: { schema: Alert, holds: { memberId: "member", device: "internal" }, category: "signIn" },
    run: sendSignInAlert,
  }),
  job("send-sign-up-mail", "E-mail de cadastro", {
    class: "accounts",
    payload: { schema: SignUp, holds: { memberId: "member", email: "email" }, category: "account" },
    run: sendSignUpMail,
  }),
];
