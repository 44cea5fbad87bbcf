import type { ClientBase } from "pg";
import { hasMasterKey, type MasterKeyPlace, openSealer } from "./sealer.ts";

const NAME = "master-key-mark";

/** A hash by which the master key of an installation is recognized, and which reveals nothing about the key. */
export async function readMasterKeyMark(place: MasterKeyPlace): Promise<string> {
  return (await markOf(place)).toString("hex");
}

const markOf = async (place: MasterKeyPlace) => (await openSealer(place)).hash("", "backup");

/**
 * Refuses a master key that is not the one of the database, and makes none where there is none: with another key nothing
 * that is sealed in the database could be opened, and what is sealed from then on could not be opened with the right one.
 * A database that no start has marked yet is taken with any key.
 */
export async function assertMasterKey(client: ClientBase, place: MasterKeyPlace): Promise<void> {
  const mark = await findMark(client);
  if (!mark) return;
  if (!hasMasterKey(place)) throw new Error(`There is no master key. ${ADVICE}`);
  if (!(await markOf(place)).equals(mark)) throw new Error(`The master key is not the one of this database. ${ADVICE}`);
}

const ADVICE =
  'Set MASTER_KEY, or the file DATA_DIR/master-key, to the key with which this site has run, on each machine. If it is lost: docs/operations.md, "The master key".';

/**
 * Marks the database as that of this master key, unless it has a mark.
 * @throws when it has that of another key
 */
export async function markMasterKey(client: ClientBase, place: MasterKeyPlace): Promise<void> {
  const values = [NAME, await markOf(place)];
  await client.query("insert into secret (name, value) values ($1, $2) on conflict (name) do nothing", values);
  await assertMasterKey(client, place);
}

/** Lets the next start take the database with another master key. Returns whether it had a mark. */
export async function forgetMasterKey(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query("delete from secret where name = $1", [NAME]);
  return rowCount === 1;
}

async function findMark(client: ClientBase): Promise<Buffer | undefined> {
  // Before its first migration a database has no such table.
  const { rows: tables } = await client.query("select to_regclass('public.secret') is not null as is_there");
  if (!tables[0]?.is_there) return undefined;
  const { rows } = await client.query<{ value: Buffer }>("select value from secret where name = $1", [NAME]);
  return rows[0]?.value;
}
