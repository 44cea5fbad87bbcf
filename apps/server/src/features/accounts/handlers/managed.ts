import { randomBytes, randomUUID } from "node:crypto";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { contract } from "@caramelo/contract/contract";
import { PHOTOS_MIN } from "@caramelo/contract/limits";
import { adminMessages, staffFields } from "@caramelo/contract/texts/admin";
import { addAuditEntry } from "../../../base/audit/queries.ts";
import { removeUnconfirmedAccount } from "../../../base/members/member-queries.ts";
import { cityLabelOf } from "../../../platform/cities/cities.ts";
import { isUniqueViolation } from "../../../platform/database/contention.ts";
import { addJob, FIRST } from "../../../platform/database/jobs.ts";
import { handle } from "../../../platform/handle.ts";
import { fail } from "../../../platform/http/failure.ts";
import { randomId } from "../../../platform/ids.ts";
import { memberSender } from "../../../platform/secrets/password-lanes.ts";
import { hashPassword } from "../../../platform/secrets/passwords.ts";
import { receivePhotos } from "../../../platform/storage/photo-store.ts";
import { hasBannedPhoto } from "../../bans/photo-queries.ts";
import { addPhotoObjects } from "../../photos/object-queries.ts";
import { addAccount, judgeForm } from "../add-account.ts";
import { isAddressRefused } from "../address-commands.ts";
import { findAccount } from "../queries/accounts.ts";
import { isReservedAddress, makeAddress } from "../rules.ts";

// The length of a generated password: 96 random bits, in characters that can be typed.
const PASSWORD_BYTES = 12;

export const drawPerson = handle(contract.accounts.drawPerson, async ({ randomPeople }) => {
  const { cityId, ...person } = randomPeople.draw(randomUUID());
  return {
    ...person,
    city: { id: cityId, label: cityLabelOf(cityId) },
    email: makeAddress(person.name, randomBytes(3).toString("hex")),
    password: randomBytes(PASSWORD_BYTES).toString("base64url"),
  };
});

export const drawPhoto = handle(contract.accounts.drawPhoto, async ({ params, query, randomPeople }) => {
  const sitter = { face: params.face, accountType: query.role, age: query.age };
  const bytes = (await randomPeople.drawPhoto(sitter, params.at)) ?? fail("NOT_FOUND");
  return { bytes, type: "image/webp", headers: { "cache-control": "no-store" } };
});

/**
 * Makes a managed profile. Its person has not agreed to anything yet, so it can be seen but not verified, paid for or
 * written to.
 */
export const createManaged = handle(
  contract.accounts.createManaged,
  async ({ body, files, signal, me, limits: _, ...context }) => {
    const { db, clock } = context;
    const isUnreachable = body.sendsInvitation && isReservedAddress(body.email);
    const role = judgeForm(body, {
      accountType: fieldTexts.quickAccountTypeRequired,
      ...(isUnreachable && { email: staffFields.invitationNeedsAddress }),
    });
    if (files.length < PHOTOS_MIN) fail("VALIDATION_ERROR", { fields: { photos: staffFields.quickPhotosTooFew } });
    if (await isAddressRefused(context, { email: body.email })) failEmail();
    const id = randomId();
    const record = (fileNames: string[], now: Date) => addPhotoObjects(db, fileNames, now);
    const sender = { lane: "members", sender: me.id, signal } as const;
    const isBanned = (fingerprints: string[]) => hasBannedPhoto(db, { fingerprints });
    const photos = await receivePhotos(context, { memberId: id, files, sender, record, isBanned });
    const { password, accountType: __, sendsInvitation, ...facts } = body;
    const passwordHash = await hashPassword(password, memberSender(me.id));
    const account = { ...facts, id, passwordHash, role, photos, awaitsConfirmation: false, isManaged: true };
    const now = clock.now();
    try {
      await db.transaction().execute(async (trx) => {
        await removeUnconfirmedAccount(trx, body.email);
        await addAccount(trx, now, account);
        const details = { isInvited: sendsInvitation === true };
        await addAuditEntry(trx, { at: now, actorId: me.id, action: "profile.created", subjectId: id, details });
        if (sendsInvitation) await addJob(trx, "send-invitation", { id }, FIRST);
      });
    } catch (error) {
      // Another account has taken the address while the photos were processed.
      if (isUniqueViolation(error, "member_email_key")) failEmail();
      throw error;
    }
    return { id };
  },
);

function failEmail(): never {
  fail("VALIDATION_ERROR", { fields: { email: adminMessages.quickCreateUserExists } });
}

export const inviteToClaim = handle(contract.accounts.inviteToClaim, async ({ params, me, db, clock }) => {
  const account = await findAccount(db, params.id);
  if (!account || account.isAdmin) fail("NOT_FOUND");
  if (!account.isManaged) fail("PROFILE_CLAIMED");
  if (isReservedAddress(account.email))
    fail("VALIDATION_ERROR", { fields: { email: staffFields.invitationNeedsAddress } });
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await addJob(trx, "send-invitation", { id: params.id }, FIRST);
    await addAuditEntry(trx, { at: now, actorId: me.id, action: "profile.invited", subjectId: params.id });
  });
  return {};
});
