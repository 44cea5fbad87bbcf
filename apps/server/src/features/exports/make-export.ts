import { randomUUID } from "node:crypto";
import { periods } from "@caramelo/contract/personal-data/periods";
import { addMail } from "../../base/mail/queries.ts";
import { writeMail } from "../../base/mail/text-rules.ts";
import type { Context } from "../../platform/context.ts";
import { listPhotoFiles, listSections, type Reading } from "./list-sections.ts";
import { type Attempt, beginAttempt, changeProgress, failExport, finishExport, lockWaitingExport } from "./queries.ts";
import { type Holder, listPrimaryKeys } from "./row-queries.ts";
import { isBeyondTries, isLastTry } from "./rules.ts";
import type { Tables } from "./source-rules.ts";
import { writePage } from "./write-page.ts";
import { writeZip } from "./write-zip.ts";

type Making = Pick<
  Context,
  "db" | "replicas" | "clock" | "log" | "keptPeople" | "sealer" | "storage" | "exportVault" | "site"
> &
  Pick<Reading, "withOwner">;
type Job = { id: string; attempt: number };
type BegunAttempt = Attempt & { holder: Holder; email: string; sealedKey: Uint8Array };

/** Another attempt has replaced this one, or the export is no longer wanted. */
class AttemptLost extends Error {}

/**
 * Makes an export and mails its member. A retry after a killed attempt starts over and removes that one's file; of two
 * at once only the later one counts.
 */
export async function makeExport(context: Making, tables: Tables, { id, attempt }: Job): Promise<void> {
  if (isBeyondTries(attempt)) return giveUp(context, id);
  const begunAttempt = await begin(context, id);
  if (!begunAttempt) return;
  // The call that requested the export may not have recorded yet that the member wrote.
  await context.replicas?.noteWrite(begunAttempt.holder.id);
  try {
    const bytes = await write(context, tables, begunAttempt);
    await finish(context, begunAttempt, bytes);
  } catch (error) {
    await context.exportVault.remove(begunAttempt.fileName);
    if (error instanceof AttemptLost) return;
    if (!isLastTry(attempt)) throw error;
    context.log.error({ err: error, export: id }, "an export failed for good");
    await giveUp(context, id);
  }
}

/** Claims the export for a new file, whose name the row has before the file is made. */
async function begin({ db, exportVault, site }: Making, id: string): Promise<BegunAttempt | undefined> {
  const fileName = randomUUID();
  const waitingExport = await db.transaction().execute(async (trx) => {
    const row = await lockWaitingExport(trx, id);
    if (row) await beginAttempt(trx, { id, fileName });
    return row;
  });
  if (!waitingExport) return undefined;
  if (waitingExport.fileName !== null) await exportVault.remove(waitingExport.fileName);
  const { memberId, email, isEmailProven, sealedKey } = waitingExport;
  // Older accounts lack this fact. Where addresses are confirmed, theirs was.
  const provenEmail = (isEmailProven ?? site.confirmsEmails) ? email : null;
  return { id, fileName, sealedKey, email, holder: { id: memberId, provenEmail } };
}

async function write(context: Making, tables: Tables, begunAttempt: BegunAttempt): Promise<number> {
  const { db, clock, storage, exportVault } = context;
  const reading = { ...context, holder: begunAttempt.holder, keys: await listPrimaryKeys(db) };
  const sections = listSections(reading, tables);
  const advance = countSteps(2 * sections.length + 1, async (percent) => {
    if (!(await changeProgress(db, begunAttempt, percent))) throw new AttemptLost();
  });
  const now = clock.now();
  const content = {
    sections,
    photos: () => listPhotoFiles(reading, tables),
    page: () => writePage(sections, now, advance),
    storage,
    now,
  };
  return exportVault.write(begunAttempt, writeZip(content, advance));
}

/** Reports the percentage of finished steps whenever it changes. */
function countSteps(steps: number, report: (percent: number) => Promise<void>) {
  let doneSteps = 0;
  let reportedPercent = 0;
  return async () => {
    const percent = Math.floor((100 * doneSteps) / steps);
    doneSteps += 1;
    if (percent === reportedPercent) return;
    reportedPercent = percent;
    await report(percent);
  };
}

async function finish({ db, clock, site }: Making, begunAttempt: BegunAttempt, bytes: number): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await finishExport(trx, begunAttempt, { bytes, now }))) throw new AttemptLost();
    const mail = writeMail("export-ready", {
      values: { horas: String(periods.exports.hours) },
      url: `${site.origin}/configuracoes/dados#copia`,
    });
    await addMail(trx, begunAttempt.email, mail, now);
  });
}

const giveUp = ({ db, clock }: Making, id: string): Promise<void> => failExport(db, id, clock.now());
