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
import { keepOrTakeBack } from "../../../platform/database/savepoint.ts";
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { doStep, fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import { hashPassword, isCommonPassword } from "../../../platform/passwords.ts";
import { receivePhotos, type StoredPhoto } from "../../../platform/photo-store.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { addLedgerEntry } from "../../billing/queries.ts";
import { addStream } from "../../messaging/queries/streams.ts";
import { addPhotoObjects, addPhotos } from "../../photos/queries.ts";
import { addConsents } from "../../privacy/queries.ts";
import { addProfile } from "../../profiles/queries.ts";
import { addMember, isEmailTaken } from "../queries.ts";
import { roleFor } from "../rules.ts";

type Form = ParsedOf<typeof contract.accounts.signUp>["body"];

/** All or nothing: until the one transaction at the end commits there is no account, and what was stored is garbage. */
export const signUp = handle(contract.accounts.signUp, async ({ body, files, exchange, ...context }) => {
  const role = judgeForm(body);
  if (files.length < PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
  await context.limits.signUpAddress.take(addressKey(exchange.address));
  const isTaken = await isEmailTaken(context.db, body.email);
  const awaitsConfirmation = context.site.confirmsEmails;
  if (isTaken && !awaitsConfirmation) fail("AUTH_USER_EXISTS");

  const id = uuidv7(context.clock.now());
  const announce = (fileNames: string[], now: Date) => addPhotoObjects(context.db, fileNames, now);
  const photos = await receivePhotos(context, id, files, announce);
  const passwordHash = await hashPassword(body.password);
  const account = { id, passwordHash, role, photos, awaitsConfirmation, ...body };
  if (awaitsConfirmation) await signUpQuietly(context, account, isTaken);
  else await signUpAtOnce(context, account);
  return { id, awaitsConfirmation };
});

async function signUpAtOnce({ db, clock }: Context, account: Account): Promise<void> {
  try {
    await db.transaction().execute((trx) => addAccount(trx, clock.now(), account));
  } catch (error) {
    if (isAddressGone(error)) fail("AUTH_USER_EXISTS");
    throw error;
  }
}

/**
 * Nothing here tells whether the address has an account, not even the time: for one that has, the same rows are written
 * and taken back. Only its owner learns it, by a mail that a job writes.
 */
async function signUpQuietly({ db, clock, limits }: Context, account: Account, isTaken: boolean): Promise<void> {
  // Each is a mail to an address that is perhaps a stranger's.
  await limits.recovery.take(`sign-up ${account.email}`);
  const email = isTaken ? `${account.id}@exemplo.invalid` : account.email;
  await db.transaction().execute(async (trx) => {
    await keepOrTakeBack(trx, async () => {
      try {
        await addAccount(trx, clock.now(), { ...account, email });
        return !isTaken;
      } catch (error) {
        if (isAddressGone(error)) return false;
        throw error;
      }
    });
    await addJob(trx, "send-sign-up-mail", { email: account.email, memberId: account.id }, FIRST);
  });
}

/** Somebody else took the address while the photos were being made. */
function isAddressGone(error: unknown): boolean {
  return isUniqueViolation(error, "member_email_key");
}

/** The rules that the schema cannot see; answers the role. */
function judgeForm(form: Form) {
  const role = roleFor(form.gender, form.accountType);
  const fields = {
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
  const { id, email, passwordHash, role, gender, name, age, cityId, bio, lookingFor, photos, awaitsConfirmation } =
    account;
  const times = { createdAt: now, updatedAt: now };
  const member = { id, email, passwordHash, ...times };
  const madeId = await doStep("AUTH_SIGNUP_ERROR", addMember(trx, member));
  if (madeId === undefined) fail("AUTH_NO_USER_ID");
  const told = { role, gender, name, statedAge: age, ageStatedOn: dayInBrazil(now), cityId, bio, lookingFor };
  await doStep("PROFILE_CREATION_ERROR", addProfile(trx, { memberId: id, ...told, awaitsConfirmation, ...times }));
  await addLedgerEntry(trx, {
    id: uuidv7(now),
    memberId: id,
    kind: "opening",
    provider: "caramelo",
    providerObjectId: id,
    writtenAt: now,
  });
  await addStream(trx, id);
  await addConsents(trx, consentsOf(account, now));
  await addPhotos(
    trx,
    photos.map(({ fileName, width, height, thumbhash }, position) => ({
      id: uuidv7(now),
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

/** The one checkbox is two consents: to the terms, and to the use of sensitive data. Marketing is its own. */
function consentsOf({ id, acceptsMarketing }: Account, now: Date) {
  const given = [
    { kind: "terms" as const, text: consentTexts.terms },
    { kind: "sensitive_data" as const, text: consentTexts.sensitiveData },
    ...(acceptsMarketing ? [{ kind: "marketing" as const, text: consentTexts.marketing }] : []),
  ];
  return given.map(({ kind, text }) => ({
    id: uuidv7(now),
    memberId: id,
    kind,
    textVersion: text.version,
    textHash: createHash("sha256").update(text.text).digest(),
    givenAt: now,
  }));
}
