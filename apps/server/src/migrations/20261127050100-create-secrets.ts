import { createECDH, randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";

const NAMES = ["photo-links", "page-cursors", "sandbox-webhooks", "pix-webhooks", "ban-marks"];

/** Keys that every node of one installation shares and that no setting has to carry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table secret (name text primary key, value bytea not null check (length(value) >= 32));
    select grant_to_app('select', 'secret')`.execute(db);
  for (const name of NAMES) await addSecret(db, name, randomBytes(32));
  await addSecret(db, "vapid", makeVapidKey());
}

const addSecret = (db: Kysely<unknown>, name: string, value: Buffer) =>
  sql`insert into secret (name, value) values (${name}, ${value})`.execute(db);

/** The key that push messages are signed with. One that begins with zeros is given without them. */
function makeVapidKey(): Buffer {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
}
