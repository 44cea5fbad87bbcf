import type { Db } from "./database.ts";

/** Reads a key that all processes of one installation share. */
export async function readSecret(db: Db, name: string): Promise<Buffer> {
  const { value } = await db.selectFrom("secret").where("name", "=", name).select("value").executeTakeFirstOrThrow();
  return value;
}
