import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { lockMember, proveEmail, removeUnconfirmedAccount } from "../../../base/members/member-queries.ts";
import { confirmProfile } from "../../../base/members/profile-queries.ts";
import { openLedger } from "../../../base/money/ledger-queries.ts";
import { lockStreamsAround } from "../../../base/pairs/commands.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import type { Exchange, Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { PRODUCT_NAME } from "../../../platform/product-name.ts";
import { memberSender, networkSender } from "../../../platform/secrets/password-lanes.ts";
import { verifyPassword } from "../../../platform/secrets/passwords.ts";
import { hashToken } from "../../../platform/secrets/tokens.ts";
import { isAddressBanned } from "../address-commands.ts";
import { findAccount } from "../queries/accounts.ts";
import { findOpenLink, useLink, voidLinksExceptAlerts } from "../queries/links.ts";
import { isRecognized } from "../session-check.ts";
import { storeEmailChange } from "../store-email-change.ts";

type Link = NonNullable<Awaited<ReturnType<typeof findOpenLink>>>;
type Opener = { me: Me | undefined; exchange: Exchange; password: string | undefined };

export const confirmEmail = handle(contract.accounts.confirmEmail, async ({ body, me, exchange, ...context }) => {
  const { db, clock, banKeys, site, publishChange } = context;
  const foundLink = await findOpenLink(db, ["confirmation", "email_change"], hashToken(body.token), clock.now());
  const link = foundLink ?? fail("CONFIRMATION_LINK_INVALID");
  await checkOpener(db, link, { me, exchange, password: body.password });
  try {
    await db.transaction().execute((trx) => followLink({ db: trx, clock, banKeys, site }, link));
  } catch (error) {
    // Another account has taken the address since the link was mailed.
    if (isUniqueViolation(error, "member_email_key")) fail("CONFIRMATION_LINK_INVALID");
    throw error;
  }
  if (link.kind === "confirmation") return { kind: "account" as const };
  publishChange([link.memberId]);
  return { kind: "change" as const };
});

/**
 * Fails unless the link is opened by its account: in a session of the account, in the browser that signed up, or with
 * the password. Otherwise an owner's click would confirm the account of a stranger who signed up with their address.
 */
async function checkOpener(db: Db, { memberId, kind }: Link, { me, exchange, password }: Opener): Promise<void> {
  if (me?.id === memberId) return;
  if (kind === "confirmation" && (await isRecognized(db, exchange, memberId))) return;
  if (password === undefined) fail("CONFIRMATION_NEEDS_PASSWORD");
  const account = await findAccount(db, memberId);
  const sender = me ? memberSender(me.id) : networkSender(exchange.address);
  const isRight = await verifyPassword(account?.passwordHash, password, sender);
  // The text about a changed address does not say that the account asked for the change, because staff may have.
  const refusal = kind === "confirmation" ? fieldTexts.passwordNotOfLink : fieldTexts.passwordNotOfChange;
  if (!isRight) fail("VALIDATION_ERROR", { fields: { password: refusal } });
}

type FollowContext = Pick<Context, "db" | "clock" | "banKeys" | "site">;

async function followLink({ db, clock, banKeys, site }: FollowContext, link: Link): Promise<void> {
  const now = clock.now();
  const { id, memberId, kind, email: to } = link;
  // The confirmation decides who may write to the member, so the streams are locked first.
  if (kind === "confirmation") await lockStreamsAround(db, [memberId]);
  const member = (await lockMember(db, memberId)) ?? fail("CONFIRMATION_LINK_INVALID");
  // The address may have been banned since the link was mailed, and the banned person must not come back through the
  // link.
  if (await isAddressBanned({ db, banKeys }, to)) fail("CONFIRMATION_LINK_INVALID");
  if (!(await useLink(db, id, now))) fail("CONFIRMATION_LINK_INVALID");
  if (kind === "confirmation") {
    await voidLinksExceptAlerts(db, memberId, now);
    await confirmProfile(db, memberId, now);
    await openLedger(db, { id: uuidv7(now), memberId, provider: PRODUCT_NAME }, now);
  } else {
    await removeUnconfirmedAccount(db, to);
    await storeEmailChange({ db, site }, { ...link, from: member.email, to, isProven: link.freezes, now });
  }
  await proveEmail(db, memberId, to);
}

/** Does the same work for every address, so that the time of the answer reveals nothing. */
export const resendConfirmation = handle(contract.accounts.resendConfirmation, async ({ body, db }) => {
  await addJob(db, "send-confirmation", { email: body.email }, FIRST);
  return {};
});
