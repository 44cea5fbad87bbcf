import { sql } from "kysely";
import type { Waiting } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/database.ts";

/** The reports that wait for staff, by case, and the oldest of them. */
export async function findReportWork(db: Db): Promise<Waiting> {
  const { count, oldestAt } = await db
    .selectFrom("reportCase")
    .where("status", "=", "pending")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("openedAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}

/** The notices of the public form that nobody has decided, and since when the oldest waits. */
export async function findNoticeWork(db: Db): Promise<Waiting> {
  const { count, oldestAt } = await db
    .selectFrom("notice")
    .where("status", "=", "pending")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("receivedAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}

/** The appeals that nobody has decided, and since when the oldest waits. */
export async function findAppealWork(db: Db): Promise<Waiting> {
  const { count, oldestAt } = await db
    .selectFrom("measure")
    .where("appealedAt", "is not", null)
    .where("decidedAt", "is", null)
    // An answer to a hide is read with its notice.
    .where(sql<boolean>`kind <> 'under_review'`)
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("appealedAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}
