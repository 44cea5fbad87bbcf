import { countInEnglish } from "@caramelo/contract/formats/english";
import * as z from "zod";

/** The number of the format. It is raised when earlier versions can no longer read a backup of this version. */
export const FORMAT = 1;

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });

/** The first entry of a backup: its description. */
export const Header = z.object({
  product: z.string(),
  format: z.int(),
  /** The backup contains everything that was committed before this moment. */
  takenAt: z.iso.datetime(),
  /** The migrations that had made the database, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** The result of `readMasterKeyMark` for the master key that belongs to the database. */
  masterKeyMark: z.string(),
});
export type Header = z.output<typeof Header>;

/** The last entry of a backup: how much the entries before it must contain. */
export const Totals = z.object({
  rows: z.record(z.string(), z.int()),
  jobs: z.int(),
  /** Each photo has a file for every size. */
  files: z.int(),
  photos: z.int(),
  /** How many photos the database refers to, but storage had lost. */
  missing: z.int(),
});
export type Totals = z.output<typeof Totals>;

/** The counts while a backup is read. */
export type Counts = Pick<Totals, "rows" | "jobs" | "files">;

export const HEADER_ENTRY = "header.json";
export const TOTALS_ENTRY = "totals.json";
export const photoEntry = (key: string): string => `photos/${key}`;
export const rowsEntry = (table: string, part: number): string => `rows/${table}/${part}.copy`;
export const jobsEntry = (part: number): string => `jobs/${part}.json`;

type EntryKind =
  | { kind: "photo"; key: string }
  | { kind: "rows"; table: string }
  | { kind: "jobs" }
  | { kind: "unknown" };

export function readEntryName(name: string): EntryKind {
  const [folder, ...rest] = name.split("/");
  if (folder === "photos") return { kind: "photo", key: rest.join("/") };
  if (folder === "rows" && rest[0] !== undefined) return { kind: "rows", table: rest[0] };
  return folder === "jobs" ? { kind: "jobs" } : { kind: "unknown" };
}

/** A sentence that says why this version cannot restore a backup; undefined when it can. */
export function findObstacle({ product, format, migrations }: Header, histories: readonly string[][], own: string) {
  if (product !== own) return `It is a backup of ${product}.`;
  if (format > FORMAT) return "It was made by a newer version: update this one first.";
  const foreign = migrations.find((name) => !histories.some((history) => history.includes(name)));
  if (foreign !== undefined) return `It was made by a newer or another version (${foreign}): update this one first.`;
  const isBeginning = histories.some((history) => migrations.every((name, at) => history[at] === name));
  return isBeginning && migrations.length > 0
    ? undefined
    : "It was made by a version with other migrations, which this one cannot continue.";
}

/** A sentence about the first difference between the counts and the totals; undefined when they agree. */
export function findDifference(foundCounts: Counts, totals: Counts): string | undefined {
  const tables = new Set([...Object.keys(foundCounts.rows), ...Object.keys(totals.rows)]);
  const differing = [...tables].filter((name) => (foundCounts.rows[name] ?? 0) !== (totals.rows[name] ?? 0));
  const [table] = differing;
  if (table !== undefined)
    return `${foundCounts.rows[table] ?? 0} rows of ${table} instead of ${totals.rows[table] ?? 0}`;
  if (foundCounts.jobs !== totals.jobs) return `${foundCounts.jobs} jobs instead of ${totals.jobs}`;
  return foundCounts.files === totals.files
    ? undefined
    : `${foundCounts.files} files of photos instead of ${totals.files}`;
}

const NAME = /^caramelo-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.tar(?:\.sealed)?$/;

/** The file name of a backup. Sorted alphabetically, the oldest comes first. */
export function backupName(takenAt: Date, isEncrypted: boolean): string {
  return `${BACKUPS}${takenAt.toISOString().replaceAll(/[:.]/g, "-")}.tar${isEncrypted ? ".sealed" : ""}`;
}

/** The beginning of all backup names. */
export const BACKUPS = "caramelo-";

export const isBackup = (name: string): boolean => NAME.test(name);

/** The names of the backups in a folder that are older than the newest `keep`. */
export const listOld = (names: readonly string[], keep: number): string[] =>
  names.filter(isBackup).sort().slice(0, -keep);

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The totals for the operator, such as "12,345 rows, 900 photos and 2 waiting jobs". */
export function describeTotals({ rows, photos, jobs }: Totals): string {
  const parts = [countInEnglish(sumOf(rows), "row"), countInEnglish(photos, "photo")];
  return `${parts.join(", ")} and ${countInEnglish(jobs, "waiting job")}`;
}

/** A size such as "12.4 MB". One MB is 1,048,576 bytes, as on the dashboard. */
export const describeSize = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
