import type { ClientBase } from "pg";
import { countWrongBalances } from "../../base/money/ledger-queries.ts";
import { endAllSessions } from "../../base/sessions/queries.ts";
import { type Entry, readArchive } from "../../platform/archive/archive.ts";
import { loadJobs } from "../../platform/database/copy-jobs.ts";
import { countLines, listTables, type Table } from "../../platform/database/copy-tables.ts";
import type { Connection, Db } from "../../platform/database/database.ts";
import { listHistories } from "../../platform/database/histories.ts";
import { inLongTransaction } from "../../platform/database/long-snapshot.ts";
import { migrateTo } from "../../platform/database/migrate.ts";
import { countRows, loadRows, moveSequences, refillTables } from "../../platform/database/refill-tables.ts";
import { PRODUCT_NAME } from "../../platform/product-name.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import { findBroken } from "../audit/rules.ts";
import { checkEntries } from "../audit/search-queries.ts";
import {
  type Counts,
  findDifference,
  findObstacle,
  HEADER_ENTRY,
  Header,
  readEntryName,
  TOTALS_ENTRY,
  Totals,
} from "./rules.ts";

export type Source = {
  /** Opens the archive, which is read twice. */
  open: () => Promise<AsyncIterable<Uint8Array>>;
  password: string | undefined;
  signal: AbortSignal;
};
export type Contents = { header: Header; totals: Totals };

async function* readAll({ open, password, signal }: Source): AsyncGenerator<Entry> {
  yield* readArchive(await open(), { secret: password, signal });
}

/**
 * Reads a whole backup and checks that it was not changed, that nothing is missing, and that this version can restore
 * it.
 * @throws with a sentence for the operator
 */
export async function checkBackup(source: Source): Promise<Contents> {
  const counts: Counts = { rows: {}, jobs: 0, files: 0 };
  let header: Header | undefined;
  let totals: Totals | undefined;
  for await (const entry of readAll(source)) {
    if (!header) header = readHeader(entry);
    else if (entry.name === TOTALS_ENTRY) totals = Totals.parse(parseJson(entry));
    else count(counts, entry);
  }
  if (!header || !totals) throw new Error("It is no backup of this product.");
  const obstacle = findObstacle(header, await listHistories(), PRODUCT_NAME);
  if (obstacle) throw new Error(obstacle);
  const difference = findDifference(counts, totals);
  if (difference) throw new Error(`The backup is incomplete: it has ${difference}.`);
  return { header, totals };
}

function readHeader(entry: Entry): Header {
  const header = entry.name === HEADER_ENTRY ? Header.safeParse(parseJson(entry)) : undefined;
  if (!header?.success) throw new Error("It is no backup of this product.");
  return header.data;
}

const parseJson = ({ bytes }: Entry): unknown => JSON.parse(Buffer.from(bytes).toString("utf8"));

function count(counts: Counts, { name, bytes }: Entry): void {
  const what = readEntryName(name);
  if (what.kind === "photo") counts.files += 1;
  if (what.kind === "jobs") counts.jobs += countLines(bytes);
  if (what.kind === "rows") counts.rows[what.table] = (counts.rows[what.table] ?? 0) + countLines(bytes);
}

type Target = {
  /** A connection of the owner of an empty database, in which the queue of jobs has been prepared. */
  connection: Connection;
  storage: Pick<Storage, "put">;
  /** Whether to restore the waiting jobs, which then run here. */
  withJobs: boolean;
  now: Date;
};

/** Notes for the operator after a restore: errors that the backup already had, and sessions that were ended. */
export type Findings = { sessions: number; wrongBalances: number; brokenAuditEntry: number | null };

/** Fills a database and a storage from a checked backup: all rows or none. */
export function loadBackup(source: Source, { header, totals }: Contents, target: Target): Promise<Findings> {
  return inLongTransaction(target.connection, async (trx, client) => {
    await migrateTo(trx, header.migrations);
    const tables = await getSameTables(client, header);
    await refillTables(client, tables, () => loadEntries(source, tables, { client, target }));
    await moveSequences(client, header.sequences);
    await assertLoaded(client, tables, totals);
    return lookAround(trx, target.now);
  });
}

/**
 * The tables of the backup. The same migrations must have made the same tables here, because migrations never change.
 */
async function getSameTables(client: ClientBase, { tables: keptTables }: Header): Promise<Table[]> {
  const tables = await listTables(client);
  const describe = (list: readonly Table[]) => list.map(({ name, columns }) => `${name}(${columns})`).join();
  const inOrder = (list: readonly Table[]) =>
    list
      .map(({ name, columns }) => ({ name, columns: columns.toSorted() }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  if (describe(inOrder(tables)) !== describe(inOrder(keptTables)))
    throw new Error("The tables of the backup are not those that its migrations make.");
  // The tables of the backup have the order of columns in which the rows were written.
  return keptTables;
}

type Loading = { client: ClientBase; target: Target };

async function loadEntries(source: Source, tables: Table[], { client, target }: Loading): Promise<void> {
  for await (const { name, bytes } of readAll(source)) {
    const what = readEntryName(name);
    if (what.kind === "photo") await target.storage.put(what.key, bytes);
    if (what.kind === "jobs" && target.withJobs) await loadJobs(client, bytes);
    if (what.kind === "rows") await loadRows(client, getTable(tables, what.table), bytes);
  }
}

function getTable(tables: Table[], name: string): Table {
  const table = tables.find((table) => table.name === name);
  if (!table) throw new Error(`The backup has rows of a table that it does not name: ${name}.`);
  return table;
}

async function assertLoaded(client: ClientBase, tables: Table[], totals: Totals): Promise<void> {
  const rows: Totals["rows"] = {};
  for (const table of tables) rows[table.name] = await countRows(client, table);
  const difference = findDifference({ ...totals, rows }, totals);
  if (difference) throw new Error(`The database did not take everything: it has ${difference}.`);
}

async function lookAround(trx: Db, now: Date): Promise<Findings> {
  // All sessions end, because a browser may have seen later changes that are not in the backup, and would then ignore
  // new changes with the same numbers.
  const sessions = await endAllSessions(trx, now);
  return { sessions, wrongBalances: await countWrongBalances(trx), brokenAuditEntry: await findBrokenEntry(trx) };
}

const AUDIT_ENTRIES = 5_000;

/** The first entry of the audit log that does not continue its chain; null when all do. */
async function findBrokenEntry(trx: Db): Promise<number | null> {
  for (let after = 0; ; ) {
    const entries = await checkEntries(trx, after, AUDIT_ENTRIES);
    const brokenEntry = findBroken(entries, after);
    if (brokenEntry) return brokenEntry.id;
    const last = entries.at(-1)?.id ?? after;
    if (last === after) return null;
    after = last;
  }
}
