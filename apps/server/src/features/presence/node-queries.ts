import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";

/** Locks the presence of members, so that the later of two simultaneous records sees the earlier one. */
export async function lockPresences(db: Db, memberIds: string[]): Promise<void> {
  await db
    .selectFrom("presence")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .orderBy("memberId")
    .select("memberId")
    .forUpdate()
    .execute();
}

/** Records that a process lives. Returns false when the process has no row, or no row any more. */
export async function touchNode(db: Db, nodeId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("node")
    .set({ seenAt: sql<Date>`clock_timestamp()` })
    .where("id", "=", nodeId)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function addNode(db: Db, nodeId: string): Promise<void> {
  await db.insertInto("node").values({ id: nodeId, seenAt: sql<Date>`clock_timestamp()` }).execute();
}

export async function addNodeMembers(db: Db, nodeId: string, memberIds: string[]): Promise<void> {
  await sql`
    insert into node_member (node_id, member_id) select ${nodeId}::uuid, unnest(${memberIds}::uuid[])
    on conflict do nothing`.execute(db);
}

export async function removeNodeMembers(db: Db, nodeId: string, memberIds: string[]): Promise<void> {
  await db
    .deleteFrom("nodeMember")
    .where("nodeId", "=", nodeId)
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .execute();
}

export async function listConnected(db: Db, memberIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("nodeMember")
    .where("memberId", "=", sql<string>`any(${memberIds}::uuid[])`)
    .select("memberId")
    .distinct()
    .execute();
  return new Set(rows.map(({ memberId }) => memberId));
}

/**
 * Locks the rows of silent processes, without those that another process has locked to remove them. `silentMs` is
 * measured by the clock of the database.
 */
export function lockSilentNodes(db: Db, silentMs: number) {
  return db
    .selectFrom("node")
    .where("seenAt", "<", sql<Date>`clock_timestamp() - make_interval(secs => ${silentMs / 1_000})`)
    .select(["id", sql<number>`extract(epoch from clock_timestamp() - seen_at)::float8 * 1000`.as("silentMs")])
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function listNodeMembers(db: Db, nodeId: string): Promise<string[]> {
  const rows = await db.selectFrom("nodeMember").where("nodeId", "=", nodeId).select("memberId").execute();
  return rows.map(({ memberId }) => memberId);
}

export async function removeNode(db: Db, nodeId: string): Promise<void> {
  await db.deleteFrom("node").where("id", "=", nodeId).execute();
}
