import { randomUUID } from "node:crypto";
import { periods } from "@caramelo/contract/privacy/periods";
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

type Making = Pick<Context, "db" | "clock" | "log" | "keptPeople" | "sealer" | "storage" | "exportVault" | "site"> &
  Pick<Reading, "withOwner">;
type Job = { id: string; attempt: number };
type Begun = Attempt & { holder: Holder; sealedKey: Uint8Array };

/** The attempt has lost its place to another one, or nobody wants the export any more. */
class AttemptLost extends Error {}

/**
 * Makes an export and mails its member. An attempt after a killed one begins anew and removes what that one wrote; of
 * two at once only the later one counts.
 */
export async function makeExport(context: Making, tables: Tables, { id, attempt }: Job): Promise<void> {
  if (isBeyondTries(attempt)) return giveUp(context, id);
  const begun = await begin(context, id);
  if (!begun) return;
  try {
    const bytes = await write(context, tables, begun);
    await finish(context, begun, bytes);
  } catch (error) {
    await context.exportVault.remove(begun.fileName);
    if (error instanceof AttemptLost) return;
    if (!isLastTry(attempt)) throw error;
    context.log.error({ err: error, export: id }, "an export failed for good");
    await giveUp(context, id);
  }
}

/** Takes the export for a new file, whose name the row has before the file is made. */
async function begin({ db, exportVault }: Making, id: string): Promise<Begun | undefined> {
  const fileName = randomUUID();
  const waiting = await db.transaction().execute(async (trx) => {
    const found = await lockWaitingExport(trx, id);
    if (found) await beginAttempt(trx, { id, fileName });
    return found;
  });
  if (!waiting) return undefined;
  if (waiting.fileName !== null) await exportVault.remove(waiting.fileName);
  const { memberId, email, sealedKey } = waiting;
  return { id, fileName, sealedKey, holder: { id: memberId, email } };
}

async function write(context: Making, tables: Tables, begun: Begun): Promise<number> {
  const { db, clock, storage, exportVault } = context;
  const reading = { ...context, holder: begun.holder, keys: await listPrimaryKeys(db) };
  const sections = listSections(reading, tables);
  const advance = countSteps(2 * sections.length + 1, async (percent) => {
    if (!(await changeProgress(db, begun, percent))) throw new AttemptLost();
  });
  const now = clock.now();
  const content = {
    sections,
    photos: () => listPhotoFiles(reading, tables),
    page: () => writePage(sections, now, advance),
    storage,
    now,
  };
  return exportVault.write(begun, writeZip(content, advance));
}

/** Reports how much of the steps is done, whenever that is another number. */
function countSteps(steps: number, report: (percent: number) => Promise<void>) {
  let done = 0;
  let reported = 0;
  return async () => {
    const percent = Math.floor((100 * done) / steps);
    done += 1;
    if (percent === reported) return;
    reported = percent;
    await report(percent);
  };
}

async function finish({ db, clock, site }: Making, begun: Begun, bytes: number): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    if (!(await finishExport(trx, begun, { bytes, now }))) throw new AttemptLost();
    const mail = writeMail("export-ready", {
      values: { horas: String(periods.exports.hours) },
      url: `${site.origin}/configuracoes/dados#copia`,
    });
    await addMail(trx, begun.holder.email, mail, now);
  });
}

const giveUp = ({ db, clock }: Making, id: string): Promise<void> => failExport(db, id, clock.now());
