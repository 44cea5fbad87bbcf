import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { removeUnconfirmedAccount } from "../../../base/members/member-queries.ts";
import { findStanding } from "../../../base/members/standing-queries.ts";
import { openLedger } from "../../../base/money/ledger-queries.ts";
import type { Context } from "../../../platform/context.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import type { Exchange } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId, uuidv7 } from "../../../platform/ids.ts";
import { addressKey } from "../../../platform/limits/rate-limit.ts";
import { PRODUCT_NAME } from "../../../platform/product-name.ts";
import { networkSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword, isCommonPassword } from "../../../platform/secrets/passwords.ts";
import { receivePhotos } from "../../../platform/storage/photo-store.ts";
import { hasBannedPhoto } from "../../bans/photo-queries.ts";
import { addPhotoObjects } from "../../photos/object-queries.ts";
import { type Account, addAccount, judgeForm } from "../add-account.ts";
import { isAddressRefused } from "../address-commands.ts";
import { takePendingWelcome } from "../queries/accounts.ts";
import { judgeNewPassword, pendingAddress } from "../rules.ts";
import { recordDevice } from "../session-check.ts";

export const checkPassword = handle(contract.accounts.checkPassword, async ({ body, siteSettings }) => {
  assertTakesSignUps(siteSettings);
  const password = judgeNewPassword(body.password, { isAdmin: false, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  return {};
});

function assertTakesSignUps(siteSettings: Context["siteSettings"]): void {
  if (!siteSettings.inForce().switches.takesSignUps) fail("SIGN_UPS_CLOSED");
}

/**
 * Signs up completely or not at all: one transaction makes the account, and a job removes photos without an account.
 */
export const signUp = handle(
  contract.accounts.signUp,
  async ({ body, files, signal, exchange, limits, ...context }) => {
    assertTakesSignUps(context.siteSettings);
    const role = judgeForm(body, { accountType: fieldTexts.accountTypeRequired });
    if (files.length < PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
    await limits.signUpAddress.take();
    const awaitsConfirmation = context.site.confirmsEmails;
    if (!awaitsConfirmation && (await isAddressRefused(context, { email: body.email }))) fail("AUTH_USER_EXISTS");

    const id = randomId();
    const record = (fileNames: string[], now: Date) => addPhotoObjects(context.db, fileNames, now);
    const isBanned = (fingerprints: string[]) => hasBannedPhoto(context.db, { fingerprints });
    const sender = { lane: "guests", sender: addressKey(exchange.address), signal, budget: limits.photoWork } as const;
    const photos = await receivePhotos(context, { memberId: id, files, sender, record, isBanned });
    const passwordHash = await hashPassword(body.password, networkSender(exchange.address));
    const account = { id, passwordHash, role, photos, awaitsConfirmation, isManaged: false, ...body };
    if (awaitsConfirmation) await limits.recovery.take();
    const store = awaitsConfirmation ? signUpQuietly : signUpAtOnce;
    exchange.setDevice(await store(context, account, exchange));
    return { id, awaitsConfirmation };
  },
);

/** Adds the account under its real address; returns the secret of the known device. */
async function signUpAtOnce({ db, clock }: Context, account: Account, exchange: Exchange): Promise<string> {
  const now = clock.now();
  try {
    return await db.transaction().execute(async (trx) => {
      await removeUnconfirmedAccount(trx, account.email);
      await addAccount(trx, now, account);
      await openLedger(trx, { id: uuidv7(now), memberId: account.id, provider: PRODUCT_NAME }, now);
      return recordDevice({ db: trx, clock }, exchange, account.id);
    });
  } catch (error) {
    // Another account has taken the address while the photos were processed.
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
}

/**
 * Adds the account under a temporary address; returns the secret of the known device. A job decides whether the account
 * may have the real address. So neither the answer nor its time reveals whether the address has an account; only the
 * owner of the mailbox learns that, by the job's mail.
 */
async function signUpQuietly({ db, clock }: Context, account: Account, exchange: Exchange): Promise<string> {
  const { id: memberId, email } = account;
  return db.transaction().execute(async (trx) => {
    await addAccount(trx, clock.now(), { ...account, email: pendingAddress(memberId) });
    await addJob(trx, "send-sign-up-mail", { email, memberId }, FIRST);
    return recordDevice({ db: trx, clock }, exchange, memberId);
  });
}

export const takeWelcome = handle(contract.accounts.takeWelcome, async ({ me, db }) => {
  const standing = await findStanding(db, me.id);
  return { isFirst: await takePendingWelcome(db, me.id), isVisible: standing?.isActive === true };
});
