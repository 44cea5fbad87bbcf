import { randomBytes } from "node:crypto";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import { listPhotos } from "../../features/photos/queries.ts";
import { getOwnProfile } from "../../features/profiles/queries.ts";
import { addDocuments } from "../../features/verification/document-queries.ts";
import { addRequest, findLatestRequest } from "../../features/verification/queries.ts";
import { randomId } from "../../platform/ids.ts";
import { photoKey } from "../../platform/storage/photo-name-rules.ts";
import type { DemoContext } from "../add-person.ts";

const HOUR_MS = 3_600_000;
const WAITING_HOURS = [2, 26, 71];

/**
 * Gives the staff something to review: three members wait for their verification. Their drawn photos stand in for
 * documents. Members who have sent a request before are left out.
 */
export async function addVerifications(context: DemoContext, memberIds: readonly string[]): Promise<void> {
  for (const [index, hours] of WAITING_HOURS.entries()) {
    const memberId = memberIds[index];
    if (memberId === undefined || (await findLatestRequest(context.db, memberId))) continue;
    await addVerification(context, memberId, new Date(context.clock.now().getTime() - hours * HOUR_MS));
  }
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
