import { randomBytes } from "node:crypto";
import { VERIFICATION_DOCUMENTS } from "@caramelo/contract/limits";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { randomId } from "../platform/ids.ts";

type VaultWorld = { db: Db; context: Pick<Context, "documentVault"> };
type Options = {
  createdAt?: Date;
  birthOn?: string;
  /** The bytes of every document. The default is a text with the document's kind. */
  picture?: Buffer;
};

/** Stores a pending verification request of a member, and its documents in the vault. */
export async function makeVerification(
  { db, context }: VaultWorld,
  memberId: string,
  { createdAt = new Date(), birthOn = "1995-05-05", picture }: Options = {},
) {
  const id = randomId();
  const sealedKey = Buffer.from(context.documentVault.makeKey(id));
  const objectKeys: string[] = [];
  for (const kind of VERIFICATION_DOCUMENTS) {
    const objectKey = `${randomBytes(16).toString("hex")}.sealed`;
    await db.insertInto("verificationDocument").values({ requestId: id, kind, objectKey, createdAt }).execute();
    await context.documentVault.put({ ownerId: id, sealedKey, objectKey }, picture ?? Buffer.from(`${kind} of ${id}`));
    objectKeys.push(objectKey);
  }
  const times = { createdAt, updatedAt: createdAt };
  await db
    .insertInto("verificationRequest")
    .values({ id, memberId, birthOn, sealedKey, ...times })
    .execute();
  return { id, objectKeys };
}

/** Returns the names of all stored documents. */
export async function listDocuments({ context }: Pick<VaultWorld, "context">): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of context.documentVault.list()) keys.push(key);
  return keys.sort();
}
