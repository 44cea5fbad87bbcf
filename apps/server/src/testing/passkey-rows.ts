import { randomBytes } from "node:crypto";
import { addPasskey } from "../features/accounts/queries/passkeys.ts";
import type { Db } from "../platform/database/database.ts";
import { uuidv7 } from "../platform/ids.ts";

/** Stores a passkey that no authenticator has, for tests of which only the row matters. Returns its id. */
export async function makePasskeyRow(db: Db, memberId: string): Promise<string> {
  const createdAt = new Date();
  const id = uuidv7(createdAt);
  const credential = { credentialId: randomBytes(32), publicKey: randomBytes(77), counter: 0 };
  await addPasskey(db, { ...credential, id, memberId, name: "Chrome no Android", createdAt });
  return id;
}
