import { countInEnglish } from "@caramelo/contract/formats/english";
import * as z from "zod";

/** Raised when a backup of this version can no longer be read by the versions before it. */
export const FORMAT = 1;

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });

/** The first entry of a backup: what it is. */
export const Header = z.object({
  product: z.string(),
  format: z.int(),
  /** What was committed before this moment is in the backup. */
  takenAt: z.iso.datetime(),
  /** The migrations that had made the database, in their order. */
  migrations: z.array(z.string()),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Recognises the master key that belongs to the database, and tells nothing of it. */
  masterKeyMark: z.string(),
});
export type Header = z.output<typeof Header>;

/** The last entry: what must have been found before it. */
export const Totals = z.object({
  rows: z.record(z.string(), z.int()),
  jobs: z.int(),
  /** Each photo has a file for every size. */
  files: z.int(),
  photos: z.int(),
  /** Photos that the database names and storage had lost. */
  missing: z.int(),
});
export type Totals = z.output<typeof Totals>;

/** What can be counted while a backup is read. */
export type Counts = Pick<Totals, "rows" | "jobs" | "files">;

/** The names of the entries between the two. */
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

/** Why a backup cannot be restored by this version, in a sentence; undefined when it can. A backup is of one of its histories. */
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

/** What was found and is not what the totals say; undefined when all agrees. */
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

/** The name of a backup's file. In the order of the alphabet the oldest comes first. */
export function backupName(takenAt: Date, isEncrypted: boolean): string {
  return `caramelo-${takenAt.toISOString().replaceAll(/[:.]/g, "-")}.tar${isEncrypted ? ".sealed" : ""}`;
}

/** Of the files in a folder, the backups that are older than the newest `keep`. */
export const listOld = (names: readonly string[], keep: number): string[] =>
  names
    .filter((name) => NAME.test(name))
    .sort()
    .slice(0, -keep);

const sumOf = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** "12,345 rows, 900 photos and 2 waiting jobs". */
export function describeTotals({ rows, photos, jobs }: Totals): string {
  const parts = [countInEnglish(sumOf(rows), "row"), countInEnglish(photos, "photo")];
  return `${parts.join(", ")} and ${countInEnglish(jobs, "waiting job")}`;
}

/** "12.4 MB", of 1,048,576 bytes each, as the dashboard says it. */
export const describeSize = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
