import { addAuditEntry } from "../../base/audit/queries.ts";
import { listOtherAgeGates, setAgeGates } from "../../base/members/age-queries.ts";
import { lockStreamsAround } from "../../base/pairs/commands.ts";
import type { Context } from "../../platform/context.ts";
import { mayRemoveObjects } from "../../platform/database/advisory-lock.ts";
import type { Db } from "../../platform/database/database.ts";
import { NIL_ID } from "../../platform/ids.ts";
import { job } from "../../platform/job.ts";
import { StoreOutage } from "../../platform/storage/storage.ts";
import {
  destroyKey,
  lockDocumentsOf,
  lockEndedDocuments,
  lockOrphanDocuments,
  removeDocument,
} from "./document-queries.ts";
import { getAgeAssurance } from "./queries.ts";

type Jobs = Pick<Context, "db" | "clock" | "log" | "documentVault">;

// No request takes this long, so an older document without one is unused.
const ORPHAN_AFTER_MS = 3_600_000;
const BATCH = 100;

/**
 * Destroys the documents of requests whose time is over, and returns the number of these requests. A file that storage
 * fails to remove is unreadable without the key; `sweepDocuments` tries again.
 */
export async function destroyDocuments(context: Jobs): Promise<number> {
  let destroyed = 0;
  for (;;) {
    const ids = await destroyEndedKeys(context);
    await removeAll(context, (trx) => lockDocumentsOf(trx, ids));
    destroyed += ids.length;
    if (ids.length < BATCH) return destroyed;
  }
}

/** Removes documents that no request with a key refers to. Returns how many. */
export async function sweepDocuments(context: Jobs): Promise<number> {
  const before = new Date(context.clock.now().getTime() - ORPHAN_AFTER_MS);
  let removedCount = 0;
  for (;;) {
    const { found: foundCount, gone: goneCount } = await removeAll(context, (trx) =>
      lockOrphanDocuments(trx, before, BATCH),
    );
    removedCount += goneCount;
    // The next run finds the files that storage failed to remove.
    if (foundCount < BATCH || goneCount === 0) return removedCount;
  }
}

function destroyEndedKeys({ db, clock }: Pick<Jobs, "db" | "clock">): Promise<string[]> {
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const requests = await lockEndedDocuments(trx, now, BATCH);
    for (const { id, memberId } of requests) {
      await destroyKey(trx, id, now);
      const entry = { at: now, actorId: null, subjectId: memberId, details: { request: id } };
      await addAuditEntry(trx, { ...entry, action: "verification.documents-destroyed" });
    }
    return requests.map(({ id }) => id);
  });
}

/**
 * Removes files before their rows: the row of a file that storage fails to remove stays, so that the next run tries
 * again.
 */
function removeAll({ db, log, documentVault }: Jobs, lock: (trx: Db) => Promise<{ objectKey: string }[]>) {
  return db.transaction().execute(async (trx) => {
    const rows = await lock(trx);
    let removedCount = 0;
    for (const { objectKey } of rows) {
      // Documents being moved now are left to the next run.
      if (!(await mayRemoveObjects(trx, [objectKey]))) continue;
      try {
        await documentVault.remove(objectKey);
      } catch (error) {
        log.warn({ err: error }, "a document could not be removed");
        // The transaction must not wait for a silent store for each document.
        if (error instanceof StoreOutage) break;
        continue;
      }
      await removeDocument(trx, objectKey);
      removedCount += 1;
    }
    return { found: rows.length, gone: removedCount };
  });
}

/** Sets the age gate of every member to the site's setting, in batches, so that no message waits for all of them. */
async function applyAgeGates({ db }: Pick<Context, "db">): Promise<void> {
  const mode = await getAgeAssurance(db);
  const gate = mode === "off" ? null : mode;
  let last: string | undefined = NIL_ID;
  while (last !== undefined) {
    const memberIds: string[] = await listOtherAgeGates(db, gate, last, BATCH);
    await db.transaction().execute(async (trx) => {
      // The age gate decides whether members may write, so their streams are locked first, as in all such changes.
      await lockStreamsAround(trx, memberIds);
      await setAgeGates(trx, gate, memberIds);
    });
    last = memberIds.at(-1);
  }
}

export const jobs = [
  job("apply-age-gates", "Aplicar a exigência de idade", { run: applyAgeGates }),
  job("destroy-documents", "Destruir documentos vencidos", { sweep: "ten-minute", run: destroyDocuments }),
  job("sweep-documents", "Limpar documentos", { sweep: "ten-minute", run: sweepDocuments }),
];
