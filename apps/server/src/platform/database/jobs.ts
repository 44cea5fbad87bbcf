import { sql } from "kysely";
import type { Db } from "./database.ts";

type When = {
  /** A job that waits under the same key is the same job: it runs once, at its first time. */
  key?: string;
  runAt?: Date;
};

/** Adds a job in the caller's transaction: it exists if and only if that commits. */
export async function addJob(db: Db, task: string, payload: object, { key, runAt }: When = {}): Promise<void> {
  await sql`
    select add_product_job(${task}, ${JSON.stringify(payload)}::json, ${key ?? null}, ${runAt ?? null}::timestamptz)`.execute(
    db,
  );
}
