import * as z from "zod";
import type { Context } from "../../platform/context.ts";
import { job } from "../../platform/job.ts";
import { makeExport } from "./make-export.ts";
import { listNamedFiles, removeEndedExports, removeExportOfFile } from "./queries.ts";
import { endOfExports } from "./rules.ts";

// A file that is being written keeps changing, and its row names it before it is made.
const ORPHAN_AFTER_MS = 3_600_000;

/**
 * Removes expired exports, files that no row names any more, and rows whose file is gone, as after a restore, which
 * brings back no files. Returns how many rows and files it removed.
 */
export async function sweepExports({
  db,
  clock,
  exportVault,
}: Pick<Context, "db" | "clock" | "exportVault">): Promise<number> {
  const now = clock.now();
  let removedCount = await removeEndedExports(db, endOfExports(now));
  const files = new Map<string, Date>();
  for await (const { key, changedAt } of exportVault.list()) files.set(key, changedAt);
  const namedFiles = await listNamedFiles(db);
  const lostFiles = namedFiles.filter(({ fileName, isReady }) => isReady && !files.has(fileName));
  const names = new Set(namedFiles.map(({ fileName }) => fileName));
  const orphans = [...files].filter(
    ([name, changedAt]) => !names.has(name) && now.getTime() - changedAt.getTime() > ORPHAN_AFTER_MS,
  );
  // A file that was made between the two lists has a row by now; its row is not lost.
  for (const { fileName } of lostFiles) {
    if (await exportVault.has(fileName)) continue;
    await removeExportOfFile(db, fileName);
    removedCount += 1;
  }
  const failures: unknown[] = [];
  for (const [name] of orphans) await exportVault.remove(name).catch((error: unknown) => failures.push(error));
  // The job fails only after it has removed the others, so that the log and the staff show the failure.
  if (failures.length > 0) throw new AggregateError(failures, "some files of exports could not be removed");
  return removedCount + orphans.length;
}

export const jobs = [
  job("make-export", "Preparar a cópia dos dados de um membro", {
    class: "exports",
    payload: { schema: z.object({ id: z.uuid() }), holds: { id: "row" }, category: "account" },
    run: (context, { id }, { attempt, withOwner, keptData }) =>
      makeExport({ ...context, withOwner }, keptData.tables, { id, attempt }),
  }),
  job("sweep-exports", "Limpar cópias de dados vencidas", { sweep: "ten-minute", run: sweepExports }),
];
