import { existsSync } from "node:fs";
import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../start/config.ts";
import { startDatabase } from "../../start/start-database.ts";
import { makeMigratedDatabase } from "../../testing/empty-database.ts";
import { makeFolder } from "../../testing/folders.ts";
import { openLog } from "../log.ts";
import { allowAnyMasterKey, assertMasterKey, markMasterKey } from "../secrets/master-key-mark.ts";
import { connectionUrl } from "./connection-url.ts";
import { type Connection, withClient } from "./database.ts";

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString("base64");
const log = openLog("silent");

/** Starts as far as the database, and stops again. */
async function start(connection: Connection, dataDir: string, settings: Record<string, string> = {}) {
  const configResult = readConfig({ DATABASE_URL: connectionUrl(connection), DATA_DIR: dataDir, ...settings });
  if (!configResult.ok) throw new Error(configResult.errors.join("\n"));
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const server = { connection, stop: async () => {} };
    await startDatabase({
      config: configResult.config,
      log,
      say: () => {},
      onStop: (stop) => stops.push(stop),
      server,
    });
  } finally {
    for (const stop of stops.toReversed()) await stop();
  }
}

/**
 * Does the part of a start that concerns the key, because a whole start is expensive. A refusal is that of a whole
 * start.
 */
const takeKey = (connection: Connection, dataDir: string) =>
  withClient(connection, async (client) => {
    await assertMasterKey(client, { dataDir });
    await markMasterKey(client, { dataDir });
  });

test("[TB.15] a start without MASTER_KEY, or with another one, is refused on a database that was sealed with one, and makes no key", async () => {
  const [connection, first, second] = [await makeMigratedDatabase(), await makeFolder(), await makeFolder()];
  await start(connection, first, { MASTER_KEY: keyOf(1) });
  await expect(start(connection, first)).rejects.toThrow("There is no master key. Set MASTER_KEY");
  await expect(start(connection, second, { MASTER_KEY: keyOf(2) })).rejects.toThrow(
    "The master key is not the one of this database.",
  );
  await writeFile(join(second, "master-key"), Buffer.alloc(32, 2).toString("base64url"));
  await expect(start(connection, second)).rejects.toThrow("The master key is not the one of this database.");
  expect(existsSync(join(first, "master-key"))).toBe(false);
  await start(connection, first, { MASTER_KEY: keyOf(1) });
});

test("[TB.15] a start takes the key that the first start drew into the data folder, there or as MASTER_KEY, until the operator says that it is lost", async () => {
  const [connection, folder, copy] = [await makeMigratedDatabase(), await makeFolder(), await makeFolder()];
  await start(connection, folder);
  await takeKey(connection, folder);
  await cp(join(folder, "master-key"), join(copy, "master-key"));
  await takeKey(connection, copy);
  await rm(join(folder, "master-key"));
  await expect(start(connection, folder)).rejects.toThrow("There is no master key.");

  await withClient(connection, allowAnyMasterKey);
  await takeKey(connection, folder);
  await expect(start(connection, copy)).rejects.toThrow("The master key is not the one of this database.");
});

test("[TB.15] a start without a key is refused on a database that ran before there were marks, until the operator says that the key is lost", async () => {
  const [connection, old, movedFolder, fresh] = await Promise.all([
    makeMigratedDatabase(),
    makeFolder(),
    makeFolder(),
    makeFolder(),
  ]);
  await takeKey(connection, old);
  const query = (text: string) => withClient(connection, (client) => client.query(text));
  await query("delete from secret where name = 'master-key-mark'");
  // Until a sign-in has sealed a value, the database accepts a new key.
  await takeKey(connection, fresh);
  await query("delete from secret where name = 'master-key-mark'");
  await query(`insert into access_record (member_key, hour, address_key, sealed)
    select sha256('a'), now(), sha256('b'), sha256('c') || sha256('c')`);

  await expect(start(connection, movedFolder)).rejects.toThrow("There is no master key. Set MASTER_KEY");
  expect(existsSync(join(movedFolder, "master-key"))).toBe(false);
  await withClient(connection, allowAnyMasterKey);
  await takeKey(connection, movedFolder);
  await expect(start(connection, old)).rejects.toThrow("The master key is not the one of this database.");
  await query("delete from secret where name = 'master-key-mark'");
  await takeKey(connection, old);
});
