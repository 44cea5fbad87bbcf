import { createHash } from "node:crypto";
import type { AccountType } from "@caramelo/contract/accounts";
import type { ParsedOf } from "@caramelo/contract/call";
import { consentTexts } from "@caramelo/contract/consents";
import { contract } from "@caramelo/contract/contract";
import { fieldTexts } from "@caramelo/contract/errors";
import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { dayInBrazil } from "../../../platform/calendar-rules.ts";
import { findCity } from "../../../platform/cities/cities.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { doStep, fail } from "../../../platform/http/failure.ts";
import type { Exchange } from "../../../platform/http/serve-contract.ts";
import { randomId, uuidv7 } from "../../../platform/ids.ts";
import { hashPassword, isCommonPassword } from "../../../platform/passwords.ts";
import { receivePhotos, type StoredPhoto } from "../../../platform/photo-store.ts";
import { PRODUCT_NAME } from "../../../platform/product-name.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { openLedger } from "../../billing/queries.ts";
import { addStream } from "../../messaging/queries/streams.ts";
import { addPhotoObjects, addPhotos } from "../../photos/queries.ts";
import { addConsents } from "../../privacy/queries.ts";
import { judgeName } from "../../profiles/name-rules.ts";
import { addProfile } from "../../profiles/queries.ts";
import { pickAbout } from "../../profiles/rules.ts";
import { addMember, isEmailTaken, removeUnconfirmedAccount } from "../queries/accounts.ts";
import { judgeNewPassword, pendingAddress, roleFor } from "../rules.ts";
import { recordDevice } from "../session-check.ts";

type Form = ParsedOf<typeof contract.accounts.signUp>["body"];

export const checkPassword = handle(contract.accounts.checkPassword, async ({ body }) => {
  const password = judgeNewPassword(body.password, { isAdmin: false, isCommon: isCommonPassword(body.password) });
  if (password !== undefined) fail("VALIDATION_ERROR", { fields: { password } });
  return {};
});

/** Signs up completely or not at all: one transaction makes the account, and a sweep removes photos without an account. */
export const signUp = handle(
  contract.accounts.signUp,
  async ({ body, files, signal, exchange, limits, ...context }) => {
    const role = judgeForm(body);
    if (files.length < PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
    await limits.signUpAddress.take();
    const awaitsConfirmation = context.site.confirmsEmails;
    if (!awaitsConfirmation && (await isEmailTaken(context.db, body.email))) fail("AUTH_USER_EXISTS");

    const id = randomId();
    const record = (fileNames: string[], now: Date) => addPhotoObjects(context.db, fileNames, now);
    const sender = { lane: "guests", sender: addressKey(exchange.address), signal, budget: limits.photoWork } as const;
    const photos = await receivePhotos(context, { memberId: id, files, sender, record });
    const passwordHash = await hashPassword(body.password);
    const account = { id, passwordHash, role, photos, awaitsConfirmation, ...body };
    if (awaitsConfirmation) await limits.recovery.take();
    const store = awaitsConfirmation ? signUpQuietly : signUpAtOnce;
    exchange.setDevice(await store(context, account, exchange));
    return { id, awaitsConfirmation };
  },
);

/** Answers the browser's secret, as `signUpQuietly` does. */
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
    // Somebody else took the address while the photos were being processed.
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
}

/**
 * Nothing here reveals whether the address has an account, not even the time: every sign-up is stored under an address of
 * its own, and a job decides whether it may have the real one. Only the owner of the mailbox learns it, by the job's mail.
 */
async function signUpQuietly({ db, clock }: Context, account: Account, exchange: Exchange): Promise<string> {
  const { id: memberId, email } = account;
  return db.transaction().execute(async (trx) => {
    await addAccount(trx, clock.now(), { ...account, email: pendingAddress(memberId) });
    await addJob(trx, "send-sign-up-mail", { email, memberId }, FIRST);
    return recordDevice({ db: trx, clock }, exchange, memberId);
  });
}

/** Applies the rules that the schema cannot express; answers the role. */
function judgeForm(form: Form) {
  const role = roleFor(form.gender, form.accountType);
  const name = judgeName(form.name);
  const fields = {
    ...(name !== undefined && { name }),
    ...(role === undefined && { accountType: fieldTexts.accountTypeRequired }),
    ...(isCommonPassword(form.password) && { password: fieldTexts.passwordTooCommon }),
    ...(findCity(form.cityId) === undefined && { cityId: fieldTexts.locationRequired }),
  };
  if (role === undefined || Object.keys(fields).length > 0) fail("VALIDATION_ERROR", { fields });
  return role;
}

type Account = Form & {
  id: string;
  passwordHash: string;
  role: AccountType;
  photos: StoredPhoto[];
  awaitsConfirmation: boolean;
};

async function addAccount(trx: Db, now: Date, account: Account): Promise<void> {
  const { id, email, passwordHash, role, gender, name, age, cityId, photos, awaitsConfirmation } = account;
  const times = { createdAt: now, updatedAt: now };
  const member = { id, email, passwordHash, ...times };
  const madeId = await doStep("AUTH_SIGNUP_ERROR", addMember(trx, member));
  if (madeId === undefined) fail("AUTH_NO_USER_ID");
  const profile = { role, gender, name, statedAge: age, ageStatedOn: dayInBrazil(now), cityId, ...pickAbout(account) };
  await doStep("PROFILE_CREATION_ERROR", addProfile(trx, { memberId: id, ...profile, awaitsConfirmation, ...times }));
  await addStream(trx, id);
  await addConsents(trx, consentsOf(account, now));
  await addPhotos(
    trx,
    photos.map(({ fileName, width, height, thumbhash }, position) => ({
      id: randomId(),
      memberId: id,
      fileName,
      position,
      width,
      height,
      thumbhash,
      createdAt: now,
    })),
  );
}

/** One checkbox gives two consents, to the terms and to the use of sensitive data. Marketing has its own checkbox. */
function consentsOf({ id, acceptsMarketing }: Account, now: Date) {
  const consents = [
    { kind: "terms" as const, text: consentTexts.terms },
    { kind: "sensitive_data" as const, text: consentTexts.sensitiveData },
    ...(acceptsMarketing ? [{ kind: "marketing" as const, text: consentTexts.marketing }] : []),
  ];
  return consents.map(({ kind, text }) => ({
    id: uuidv7(now),
    memberId: id,
    kind,
    textVersion: text.version,
    textHash: createHash("sha256").update(text.text).digest(),
    givenAt: now,
  }));
}
