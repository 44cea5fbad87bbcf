import { randomBytes } from "node:crypto";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { listPhotos } from "../../features/photos/queries.ts";
import { getOwnProfile } from "../../features/profiles/queries.ts";
import { addDocuments } from "../../features/verification/document-queries.ts";
import { addRequest } from "../../features/verification/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import { photoKey } from "../../platform/storage/key-rules.ts";
import type { DemoContext } from "../add-person.ts";
import type { Portrait } from "../portraits/portrait.ts";
import type { PortraitStudio } from "../portraits/portrait-studio.ts";

const HOUR_MS = 3_600_000;
const WAITING_HOURS = [2, 26, 71];

/** A member, and the picture whose face the documents show. */
export type Applicant = { memberId: string; portrait: Portrait };

/**
 * Gives the staff something to review: three of these members wait for their verification. Cards marked as a
 * demonstration stand in for both sides of a document, and a photo for the selfie. Adds nothing where a demo member has
 * sent a request before. Leaves out members with the badge: another release may have added them, or the staff gave it.
 */
export async function addVerifications(
  context: DemoContext,
  studio: PortraitStudio,
  applicants: readonly Applicant[],
): Promise<void> {
  if (await hasDemoRequest(context.db)) return;
  const memberIds = applicants.map(({ memberId }) => memberId);
  const verifiedIds = new Set(await listVerified(context.db, memberIds));
  const waitingApplicants = applicants.filter(({ memberId }) => !verifiedIds.has(memberId));
  for (const [index, hours] of WAITING_HOURS.entries()) {
    const applicant = waitingApplicants[index];
    if (applicant === undefined) return;
    await addVerification(context, studio, applicant, new Date(context.clock.now().getTime() - hours * HOUR_MS));
  }
}

async function hasDemoRequest(db: Db): Promise<boolean> {
  const request = await db
    .selectFrom("verificationRequest")
    .innerJoin("profile", "profile.memberId", "verificationRequest.memberId")
    .where("profile.isDemo", "=", true)
    .select("verificationRequest.id")
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}

async function listVerified(db: Db, memberIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("profile")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .where("isVerified", "=", true)
    .select("memberId")
    .execute();
  return rows.map(({ memberId }) => memberId);
}

async function addVerification(context: DemoContext, studio: PortraitStudio, applicant: Applicant, createdAt: Date) {
  const { db, documentVault } = context;
  const { memberId } = applicant;
  const { estimatedBirthOn } = await getOwnProfile(db, memberId);
  if (estimatedBirthOn === null) return;
  const id = randomId();
  const sealedKey = documentVault.makeKey(id);
  const documents = VERIFICATION_DOCUMENTS.map((kind) => ({
    requestId: id,
    kind,
    objectKey: `${randomBytes(16).toString("hex")}.sealed`,
    createdAt,
  }));
  await addDocuments(db, documents);
  for (const { kind, objectKey } of documents) {
    const bytes = await findPicture(context, studio, applicant, kind);
    if (!bytes) return;
    await documentVault.put({ ownerId: id, sealedKey, objectKey }, bytes);
  }
  const times = { createdAt, updatedAt: createdAt };
  await addRequest(db, { id, memberId, birthOn: estimatedBirthOn, sealedKey: Buffer.from(sealedKey), ...times });
}

type Kind = (typeof VERIFICATION_DOCUMENTS)[number];

/** The selfie is the member's last photo, so that it is another picture than the one on the profile. */
async function findPicture({ db, storage }: DemoContext, studio: PortraitStudio, applicant: Applicant, kind: Kind) {
  if (kind !== "selfie") return (await studio.develop({ ...applicant.portrait, card: kind })).sizes.large;
  const photo = (await listPhotos(db, applicant.memberId)).at(-1);
  const object = photo && (await storage.get(photoKey(photo.fileName, "large")));
  return object?.bytes;
}
