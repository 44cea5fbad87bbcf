import type { WaitingWork } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";

export async function findVerificationWork(db: Db): Promise<WaitingWork> {
  const { count, oldestAt } = await db
    .selectFrom("verificationRequest")
    .where("status", "=", "pending")
    .select(({ fn }) => [fn.countAll<number>().as("count"), fn.min("createdAt").as("oldestAt")])
    .executeTakeFirstOrThrow();
  return { count: Number(count), oldestAt, oldestId: null };
}
