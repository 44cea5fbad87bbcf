import type { ClientBase } from "pg";
import { hasMasterKey, type MasterKeyPlace, openSealer } from "./sealer.ts";

const NAME = "master-key-mark";
// The mark of a database whose master key is lost, until the next start: it accepts any key.
const ANY_KEY = Buffer.alloc(32);

/** A hash that identifies the master key of an installation without revealing it. */
export async function readMasterKeyMark(place: MasterKeyPlace): Promise<string> {
  return (await markOf(place)).toString("hex");
}

const markOf = async (place: MasterKeyPlace) => (await openSealer(place)).hash("", "backup");

/**
 * Refuses a master key other than the database's, and makes none where there is none: with another key nothing sealed
 * in the database could be opened, and data sealed from then on could not be opened with the right one. A database
 * without a mark, as of releases before the mark, accepts any existing key, and no key if nothing is sealed.
 */
export async function assertMasterKey(client: ClientBase, place: MasterKeyPlace): Promise<void> {
  const mark = await findMark(client);
  if (mark?.equals(ANY_KEY)) return;
  if (!hasMasterKey(place)) {
    if (!mark && !(await hasSealed(client))) return;
    throw new Error(`There is no master key. ${ADVICE}`);
  }
  if (mark && !(await markOf(place)).equals(mark))
    throw new Error(`The master key is not the one of this database. ${ADVICE}`);
}

const ADVICE =
  'Set MASTER_KEY, or the file DATA_DIR/master-key, to the key with which this site has run, on each machine. If it is lost: docs/operations.md, "The master key".';

/**
 * Marks the database with this master key, unless it has a mark.
 * @throws when it has the mark of another key
 */
export async function markMasterKey(client: ClientBase, place: MasterKeyPlace): Promise<void> {
  await client.query(
    `insert into secret (name, value) values ($1, $2)
    on conflict (name) do update set value = excluded.value where secret.value = $3`,
    [NAME, await markOf(place), ANY_KEY],
  );
  await assertMasterKey(client, place);
}

/** Lets the next start use another master key for the database, or make one. */
export async function allowAnyMasterKey(client: ClientBase): Promise<void> {
  await client.query(
    "insert into secret (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value",
    [NAME, ANY_KEY],
  );
}

/** Whether the site has run with a master key: each sign-in seals an access record. */
async function hasSealed(client: ClientBase): Promise<boolean> {
  if (!(await hasTable(client, "access_record"))) return false;
  const { rows } = await client.query("select exists (select from access_record) as has_sealed");
  return rows[0]?.has_sealed === true;
}

async function findMark(client: ClientBase): Promise<Buffer | undefined> {
  // Before its first migration a database has no such table.
  if (!(await hasTable(client, "secret"))) return undefined;
  const { rows } = await client.query<{ value: Buffer }>("select value from secret where name = $1", [NAME]);
  return rows[0]?.value;
}

async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query("select to_regclass($1) is not null as is_there", [`public.${name}`]);
  return rows[0]?.is_there === true;
}
