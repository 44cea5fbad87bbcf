import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
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
import { isUniqueViolation } from "../../../platform/database/violations.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { uuidv7 } from "../../../platform/ids.ts";
import type { ProcessedPhoto } from "../../../platform/images/images.ts";
import { hashPassword, isCommonPassword } from "../../../platform/passwords.ts";
import { addressKey } from "../../../platform/rate-limit.ts";
import { addLedgerEntry } from "../../billing/queries.ts";
import { addStream } from "../../messaging/queries/streams.ts";
import { addPhotoObjects, addPhotos } from "../../photos/queries.ts";
import { photoFileName, photoKey } from "../../photos/rules.ts";
import { addConsents } from "../../privacy/queries.ts";
import { addProfile } from "../../profiles/queries.ts";
import { addMember, isEmailTaken } from "../queries.ts";
import { roleFor } from "../rules.ts";

type Form = ParsedOf<typeof contract.accounts.signUp>["body"];
type StoredPhoto = Omit<ProcessedPhoto, "sizes"> & { fileName: string };

/** All or nothing: until the one transaction at the end commits there is no account, and what was stored is garbage. */
export const signUp = handle(contract.accounts.signUp, async ({ body, files, exchange, ...context }) => {
  const role = judgeForm(body);
  if (files.length < PHOTOS_MIN) fail("PHOTOS_TOO_FEW");
  await context.limits.signUpAddress.take(addressKey(exchange.address));
  if (await isEmailTaken(context.db, body.email)) fail("AUTH_USER_EXISTS");

  const id = uuidv7(context.clock.now());
  // However many sign up at once, few hold photos in memory; those of the others wait on disk.
  const photos = await context.photoLane.run(async () => storePhotos(context, id, await processPhotos(context, files)));
  const passwordHash = await hashPassword(body.password);
  try {
    await context.db
      .transaction()
      .execute((trx) => addAccount(trx, context.clock.now(), { id, passwordHash, role, photos, ...body }));
  } catch (error) {
    // Somebody else took the address while the photos were being made.
    if (isUniqueViolation(error, "member_email_key")) fail("AUTH_USER_EXISTS");
    throw error;
  }
  return { id, awaitsConfirmation: false };
});

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

/** One after another, so that five photos take the memory of one. */
async function processPhotos({ photoProcessor }: Context, files: string[]): Promise<ProcessedPhoto[]> {
  const photos: ProcessedPhoto[] = [];
  for (const file of files) {
    const result = await photoProcessor.process(await readFile(file));
    if (!result.ok) fail(result.code === "BUSY" ? "RATE_LIMIT_EXCEEDED" : result.code);
    photos.push(result.photo);
  }
  return photos;
}

async function storePhotos(
  { db, clock, storage }: Context,
  memberId: string,
  photos: ProcessedPhoto[],
): Promise<StoredPhoto[]> {
  const now = clock.now();
  const named = photos.map((photo) => ({
    ...photo,
    fileName: photoFileName(memberId, now, randomBytes(16).toString("hex")),
  }));
  await addPhotoObjects(
    db,
    named.map((photo) => photo.fileName),
    now,
  );
  for (const { fileName, sizes } of named) {
    for (const [size, bytes] of Object.entries(sizes)) await storage.put(photoKey(fileName, Number(size)), bytes);
  }
  return named.map(({ sizes, ...photo }) => photo);
}

type Account = Form & { id: string; passwordHash: string; role: AccountType; photos: StoredPhoto[] };

async function addAccount(trx: Db, now: Date, account: Account): Promise<void> {
  const { id, email, passwordHash, role, gender, name, age, cityId, bio, lookingFor, photos } = account;
  const times = { createdAt: now, updatedAt: now };
  await addMember(trx, { id, email, passwordHash, ...times });
  await addProfile(trx, {
    memberId: id,
    role,
    gender,
    name,
    statedAge: age,
    ageStatedOn: dayInBrazil(now),
    cityId,
    bio,
    lookingFor,
    ...times,
  });
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
