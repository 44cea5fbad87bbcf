import { randomBytes } from "node:crypto";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { sql } from "kysely";
import { listPhotos } from "../../features/photos/queries.ts";
import { getOwnProfile } from "../../features/profiles/queries.ts";
import { addDocuments } from "../../features/verification/document-queries.ts";
import { addRequest } from "../../features/verification/queries.ts";
import type { Db } from "../../platform/database/database.ts";
import { randomId } from "../../platform/ids.ts";
import { photoKey } from "../../platform/storage/photo-name-rules.ts";
import type { DemoContext } from "../add-person.ts";

const HOUR_MS = 3_600_000;
const WAITING_HOURS = [2, 26, 71];

/**
 * Gives the staff something to review: three of these members wait for their verification. Their drawn photos stand in
 * for documents. It adds nothing where a demo member has sent a request before. Members who have the badge in the
 * database are left out: another release may have added them, or the staff has given it since.
 */
export async function addVerifications(context: DemoContext, memberIds: readonly string[]): Promise<void> {
  if (await hasDemoRequest(context.db)) return;
  const verifiedIds = new Set(await listVerified(context.db, memberIds));
  const waitingIds = memberIds.filter((memberId) => !verifiedIds.has(memberId));
  for (const [index, hours] of WAITING_HOURS.entries()) {
    const memberId = waitingIds[index];
    if (memberId === undefined) return;
    await addVerification(context, memberId, new Date(context.clock.now().getTime() - hours * HOUR_MS));
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

async function addVerification({ db, storage, documentVault }: DemoContext, memberId: string, createdAt: Date) {
  const photos = await listPhotos(db, memberId);
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
  for (const [index, { objectKey }] of documents.entries()) {
    const photo = photos[index] ?? photos[0];
    const object = photo && (await storage.get(photoKey(photo.fileName, "large")));
    if (!object) return;
    await documentVault.put({ ownerId: id, sealedKey, objectKey }, object.bytes);
  }
  const times = { createdAt, updatedAt: createdAt };
  await addRequest(db, { id, memberId, birthOn: estimatedBirthOn, sealedKey: Buffer.from(sealedKey), ...times });
}
