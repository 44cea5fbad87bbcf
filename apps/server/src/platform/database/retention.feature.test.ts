import { randomUUID } from "node:crypto";
import { type Period, type PeriodName, periods } from "@caramelo/contract/personal-data/periods";
import type { JobHelpers, TaskList } from "graphile-worker";
import { sql } from "kysely";
import pg from "pg";
import { expect, test } from "vitest";
import { takeAdvisoryLock } from "../../base/mail/acknowledgement-commands.ts";
import { addMail } from "../../base/mail/queries.ts";
import { composeMail } from "../../base/mail/rules.ts";
import { recordRefusedSignUp } from "../../features/accounts/queries/refused-sign-ups.ts";
import { recordAccess } from "../../features/accounts/record-access.ts";
import { openSession, recordDevice } from "../../features/accounts/session-check.ts";
import { addStreamEvents } from "../../features/messaging/queries/changes.ts";
import { addPhotoObjects } from "../../features/photos/object-queries.ts";
import { addVisit } from "../../features/visits/queries.ts";
import { inventory } from "../../start/inventory.ts";
import { listTasks } from "../../start/tasks.ts";
import { makeDataRequest } from "../../testing/data-requests.ts";
import { makeReadyExport } from "../../testing/exports.ts";
import { makeCase, makeNotice } from "../../testing/moderation.ts";
import { makeNotification } from "../../testing/notifications.ts";
import { makePaidOrder } from "../../testing/orders.ts";
import { makeMember } from "../../testing/people.ts";
import { makeVerification } from "../../testing/verifications.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";
import type { TableName } from "../inventory.ts";
import { hashToken, makeToken } from "../secrets/tokens.ts";
import { photoFileName } from "../storage/key-rules.ts";

const DAY = 86_400_000;

/** Days from the moment in which `fill` adds a row to the one from which its period runs. */
const BEGINS_AFTER: Partial<Record<TableName, number>> = { session: 1, accountLink: 1 };
/** The nights that a job may come late. */
const GRACE = 1;

type AnyEnd = { after?: PeriodName; clears?: readonly string[]; with?: string; when?: string; never?: string };

/** The most days of a period, with the leap days that it may hold. */
function daysOf(period: Period): number {
  if ("hours" in period) return period.hours / 24;
  if ("days" in period) return period.days;
  return "months" in period ? Math.ceil((period.months * 365) / 12) + 1 : period.years * 365 + 2;
}

/** How many days a row of a table may stay by its entries in the inventory; undefined when no period ends it. */
function findDays(table: TableName): number | undefined {
  const ends: readonly AnyEnd[] = inventory.tables[table].ends;
  const after = ends.filter(({ clears }) => clears === undefined).flatMap((end) => end.after ?? []);
  if (after.length === 0) return undefined;
  return Math.max(...after.map((name) => daysOf(periods[name]))) + (BEGINS_AFTER[table] ?? 0) + GRACE;
}

// The cast holds because the inventory has exactly the tables.
const TABLES = Object.keys(inventory.tables) as TableName[];

/** Every table whose rows are removed after a time, and how many days they may stay. */
const PERIODS: [table: TableName, days: number][] = [
  ...TABLES.flatMap((table): [TableName, number][] => {
    const days = findDays(table);
    return days === undefined ? [] : [[table, days]];
  }),
  // These go with the order.
  ["orderEvent", daysOf(periods.purchases) + GRACE],
  ["paymentWebhook", daysOf(periods.purchases) + GRACE],
  ["sandboxPayment", daysOf(periods.purchases) + GRACE],
  // The object of a photo goes the night after the last row that refers to it.
  ["photoObject", daysOf(periods.evidence) + 2 * GRACE],
];

async function fill(world: World): Promise<void> {
  const { context, owner } = world;
  const now = context.clock.now();
  const [ana, bruno] = [await makeMember(owner), await makeMember(owner, { role: "daddy" })];
  await openSession(context, { userAgent: "", sessionToken: undefined }, { memberId: ana.id, isRemembered: false });
  await recordDevice(context, { deviceToken: undefined }, ana.id);
  const link = { id: uuidv7(now), memberId: ana.id, kind: "recovery" as const, tokenHash: hashToken(makeToken()) };
  const expiresAt = new Date(now.getTime() + DAY);
  await owner
    .insertInto("accountLink")
    .values({ ...link, email: ana.email, createdAt: now, expiresAt })
    .execute();
  await recordRefusedSignUp(owner, { memberId: ana.id, passwordHash: "x", createdAt: now });
  const words = composeMail({ subject: "Oi", paragraphs: ["Oi."], footnote: "Tchau." });
  await addMail(owner, ana.email, { kind: "news", ...words }, now);
  await takeAdvisoryLock(context, { form: "notice", id: randomUUID(), email: ana.email, address: "203.0.113.5" });
  await makeNotification(owner, ana, bruno, { createdAt: now });
  const event = { memberId: ana.id, seq: 1, kind: "seen" as const, otherId: bruno.id, upTo: 1, happenedAt: now };
  await addStreamEvents(owner, [event]);
  await makeReadyExport(world, { memberId: ana.id });
  await addVisit(owner, { visitorId: bruno.id, visitedId: ana.id, at: now }, new Date(0));
  await recordAccess(context, { memberId: ana.id, address: "203.0.113.5", at: now });
  const { orderId } = await makePaidOrder(world, { id: bruno.id, role: "daddy" });
  const webhook = { provider: "sandbox", paymentId: randomUUID(), orderId, firstAt: now, lastAt: now };
  await owner.insertInto("paymentWebhook").values(webhook).execute();
  await fillModeration(world, ana.id, bruno.id);
}

/** Adds what a closed case keeps about one member, a removed photo, a decided notice and a rejected verification. */
async function fillModeration(world: World, memberId: string, otherId: string): Promise<void> {
  const { owner, context } = world;
  const now = context.clock.now();
  const { id: staffId } = await makeMember(owner, { role: "admin" });
  const reviewed = { reviewedBy: staffId, reviewedAt: now };
  const caseId = await makeCase(world, memberId, { status: "reviewed", openedAt: now, ...reviewed });
  const message = { messageId: randomUUID(), senderId: memberId, recipientId: otherId, text: "Oi." };
  await owner
    .insertInto("caseMessage")
    .values({ caseId, ...message, sentAt: now, keptAt: now })
    .execute();
  await owner.insertInto("caseProfile").values({ caseId, facts: "{}", keptAt: now }).execute();
  const names = ["0".repeat(32), "1".repeat(32)].map((name) => photoFileName(memberId, now, name));
  const [keptName = "", hiddenName = ""] = names;
  await addPhotoObjects(owner, names, now);
  const picture = { width: 3, height: 4, thumbhash: "x" };
  const keptPhoto = { caseId, fileName: keptName, photoId: randomUUID(), keptAt: now, ...picture };
  await owner.insertInto("casePhoto").values(keptPhoto).execute();
  const hiddenPhoto = {
    id: randomUUID(),
    memberId,
    fileName: hiddenName,
    position: 0,
    isUnderReview: false,
    ...picture,
  };
  await owner
    .insertInto("hiddenPhoto")
    .values({ ...hiddenPhoto, createdAt: now, hiddenAt: now })
    .execute();
  const decision = { decidedAt: now, decidedBy: staffId, answer: "Obrigado." };
  const answer = { answeredAt: now, answeredBy: staffId, answer: "Aqui está." };
  await makeDataRequest(owner, { email: "ana@exemplo.invalid" }, { receivedAt: now, ...answer });
  await makeNotice(world, memberId, { status: "accepted", receivedAt: now, ...decision });
  const { id } = await makeVerification(world, memberId, { createdAt: now });
  const documentsEndAt = new Date(now.getTime() + 30 * DAY);
  await owner
    .updateTable("verificationRequest")
    .set({ status: "rejected", reason: "unreadable", documentsEndAt, ...reviewed })
    .where("id", "=", id)
    .execute();
}

/** Runs every sweep, as the queue would, without waiting for its hour. */
async function runNight({ context, connectionString }: World): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const tasks: TaskList = listTasks(context);
  const withPgClient = (work: (owner: pg.Client) => unknown) => work(client);
  // The cast is safe, because a job takes nothing else from the queue.
  const helpers = { job: { attempts: 1, max_attempts: 25 }, withPgClient } as unknown as JobHelpers;
  for (const sweep of ["minute-sweeps", "ten-minute-sweeps", "nightly-sweeps"]) await tasks[sweep]?.({}, helpers);
  await client.end();
}

const countRows = async ({ owner }: World, table: TableName): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(owner);
  return rows[0]?.count ?? 0;
};

type TableCheck = { day: number; table: TableName; isThere: boolean };

/** Each table is looked at some days before its end, where a leap day makes no difference, and after it. */
const LOOKS: TableCheck[] = PERIODS.flatMap(([table, days]) => [
  { day: Math.max(0, days - 5), table, isThere: true },
  { day: days + 1, table, isThere: false },
]);

test("[D5.12][D5.13][D5.15][T37] no row outlives its period, whatever the table, and none goes before", async () => {
  const world = await openWorld();
  await fill(world);
  let passedDays = 0;
  for (const [day, looks] of [...Map.groupBy(LOOKS, (look) => look.day)].toSorted(([a], [b]) => a - b)) {
    world.pass((day - passedDays) * DAY);
    passedDays = day;
    await runNight(world);
    for (const { table, isThere } of looks)
      expect((await countRows(world, table)) > 0, `${table} on day ${day}`).toBe(isThere);
  }
});
