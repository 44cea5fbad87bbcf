import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import type { NoticeKind } from "@caramelo/contract/texts/moderation";
import { closeCase, openCase } from "../../features/moderation/queries/cases.ts";
import { addMeasure, findStaffMember } from "../../features/moderation/queries/measures.ts";
import { addNotice, decideOpenNotice } from "../../features/moderation/queries/notices.ts";
import { addReport } from "../../features/moderation/queries/reports.ts";
import { countQuarter } from "../../features/transparency/count-quarter.ts";
import { listFigures } from "../../features/transparency/queries.ts";
import { addQuarters, firstDayOf, periodOf, type Quarter, quarterOf } from "../../features/transparency/rules.ts";
import type { Db } from "../../platform/database/database.ts";
import { uuidv7 } from "../../platform/ids.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The events of a quarter. Reports that led to no measure were dismissed. */
type PastQuarter = {
  reports: number;
  warnings: number;
  suspensions: number;
  acceptedNotices: number;
  refusedNotices: number;
};

/** The last ended quarter, and the one before. Some numbers are small, so that the page shows how it hides them. */
const QUARTERS: readonly PastQuarter[] = [
  { reports: 37, warnings: 14, suspensions: 5, acceptedNotices: 7, refusedNotices: 12 },
  { reports: 26, warnings: 11, suspensions: 3, acceptedNotices: 11, refusedNotices: 13 },
];

type People = { reporters: readonly string[]; reported: readonly string[] };

/**
 * Invents what was reported and decided in the last two ended quarters, and counts them like any other quarter. It adds
 * nothing to a quarter that is counted already, and nothing at all without staff or enough members.
 */
export async function addPastQuarters(db: Db, { reporters, reported }: People, now: Date): Promise<void> {
  const staffId = await findStaffMember(db);
  const most = Math.max(...QUARTERS.map(({ reports }) => reports));
  if (staffId === undefined || reporters.length === 0 || reported.length < most) return;
  const currentQuarter = quarterOf(dayInBrazil(now));
  const countedQuarters = new Set(
    (await listFigures(db, firstDayOf(addQuarters(currentQuarter, -QUARTERS.length)))).map(({ startsOn }) => startsOn),
  );
  for (const [index, past] of QUARTERS.entries()) {
    const quarter = addQuarters(currentQuarter, -1 - index);
    if (countedQuarters.has(firstDayOf(quarter))) continue;
    // Another quarter begins with other members.
    const from = (index * most) % reported.length;
    const people = { reporters, reported: [...reported.slice(from), ...reported.slice(0, from)] };
    await db.transaction().execute((trx) => addQuarter(trx, quarter, past, { ...people, staffId, now }));
  }
}

type Scene = People & { staffId: string; timeOf: (index: number, count: number) => Date };

async function addQuarter(
  db: Db,
  quarter: Quarter,
  past: PastQuarter,
  { now, ...people }: Omit<Scene, "timeOf"> & { now: Date },
) {
  const { from, until } = periodOf(quarter);
  // The last days stay free, so that all is decided within the quarter.
  const length = until.getTime() - from.getTime() - 5 * DAY_MS;
  const timeOf = (index: number, count: number) => new Date(from.getTime() + (length * (index + 0.5)) / count);
  const scene = { ...people, timeOf };
  for (let index = 0; index < past.reports; index += 1) await addPastReport(db, scene, past, index);
  const notices = past.acceptedNotices + past.refusedNotices;
  for (let index = 0; index < notices; index += 1) await addPastNotice(db, scene, past, index);
  await countQuarter(db, quarter, now);
}

async function addPastReport(db: Db, scene: Scene, past: PastQuarter, index: number): Promise<void> {
  const { reporters, reported, staffId } = scene;
  const [reporterId, reportedId] = [reporters[index % reporters.length], reported[index]];
  if (reporterId === undefined || reportedId === undefined) return;
  const createdAt = scene.timeOf(index, past.reports);
  const reviewedAt = new Date(createdAt.getTime() + (2 + (index % 9) * 5) * HOUR_MS);
  const caseId = await openCase(db, { id: uuidv7(createdAt), reportedId, openedAt: createdAt });
  const reason = index % 3 === 0 ? "spam_or_scam" : "inappropriate_behavior";
  await addReport(db, { id: uuidv7(createdAt), caseId, reporterId, reason, details: null, createdAt });
  const isMeasured = index < past.warnings + past.suspensions;
  const status = isMeasured ? "reviewed" : "dismissed";
  await closeCase(db, caseId, { status, reviewedBy: staffId, reviewedAt });
  if (!isMeasured) return;
  const measure = { id: uuidv7(reviewedAt), memberId: reportedId, caseId, takenBy: staffId, takenAt: reviewedAt };
  const endsAt = new Date(reviewedAt.getTime() + 7 * DAY_MS);
  const terms =
    index < past.warnings
      ? { kind: "warning" as const, reason: "Recebemos relatos de insistência. Seja gentil." }
      : { kind: "suspension" as const, reason: "Pedido de dinheiro a outras pessoas.", until: endsAt, endedAt: endsAt };
  await addMeasure(db, { ...measure, ...terms });
}

const KINDS: readonly NoticeKind[] = ["other", "intimate"];

async function addPastNotice(db: Db, { staffId, timeOf }: Scene, past: PastQuarter, index: number): Promise<void> {
  const isAccepted = index < past.acceptedNotices;
  const receivedAt = timeOf(index, past.acceptedNotices + past.refusedNotices);
  const decidedAt = new Date(receivedAt.getTime() + (1 + (index % 7) * 3) * HOUR_MS);
  const id = uuidv7(receivedAt);
  await addNotice(db, {
    id,
    kind: KINDS[index % KINDS.length] ?? "other",
    address: "Um perfil que já não existe",
    words: "Esta foto é minha e foi publicada sem autorização.",
    senderName: "Uma pessoa sem conta",
    senderEmail: `aviso-${index + 1}@exemplo.invalid`,
    receivedAt,
    dueAt: new Date(receivedAt.getTime() + DAY_MS),
  });
  const answer = isAccepted ? "Retiramos o conteúdo. Obrigado por avisar." : "Não encontramos o conteúdo.";
  const status = isAccepted ? "accepted" : "refused";
  await decideOpenNotice(db, id, { status, answer, decidedBy: staffId, decidedAt });
}
