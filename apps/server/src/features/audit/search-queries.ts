import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";

type Filter = {
  /** The person who acted, or who was affected. */
  personId: string | undefined;
  action: string | undefined;
  from: Date | undefined;
  until: Date | undefined;
  before: { at: Date; id: number } | undefined;
};

/** The rows that match a filter, the latest first, for one of the staff. */
export const searchEntries = replicaRead(
  "audit log",
  (db: Db, _staffId: string, filter: Filter, limit: number) => findEntries(db, filter, limit),
  (staffId) => staffId,
);

/** For a person two statements run, each with its own index. */
async function findEntries(db: Db, { personId, ...filter }: Filter, limit: number) {
  if (personId === undefined) return selectEntries(db, filter, limit).execute();
  const [did, concerned] = await Promise.all([
    selectEntries(db, filter, limit).where("actorId", "=", personId).execute(),
    selectEntries(db, filter, limit)
      .where("subjectId", "=", personId)
      .where((eb) => eb.or([eb("actorId", "is", null), eb("actorId", "<>", personId)]))
      .execute(),
  ]);
  return [...did, ...concerned].sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id).slice(0, limit);
}

function selectEntries(db: Db, { action, from, until, before }: Omit<Filter, "personId">, limit: number) {
  return db
    .selectFrom("auditEntry")
    .$if(action !== undefined, (query) => query.where("action", "=", action ?? ""))
    .$if(from !== undefined, (query) => query.where("at", ">=", from ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where("at", "<", until ?? new Date(0)))
    .$if(before !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple("at", "id"), "<", eb.tuple(before?.at ?? new Date(0), before?.id ?? 0))),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .select(["id", "at", "actorId", "action", "subjectId", "details"]);
}

/** Counts the actions of each person within a period, by the index of their times. */
export function countActionsOf(db: Db, from: Date, until: Date) {
  return db
    .selectFrom("auditEntry")
    .innerJoin("profile", "profile.memberId", "auditEntry.actorId")
    .where("auditEntry.at", ">=", from)
    .where("auditEntry.at", "<", until)
    .where("profile.isAdmin", "=", true)
    .groupBy(["profile.memberId", "profile.name", "auditEntry.action"])
    .orderBy("profile.name")
    .orderBy("profile.memberId")
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("auditEntry.action")
    .select((eb) => [
      "profile.memberId as id",
      "profile.name",
      "auditEntry.action",
      eb.fn.countAll<number>().as("count"),
    ])
    .execute();
}

export async function hasEntriesBefore(db: Db, time: Date): Promise<boolean> {
  const entry = await db.selectFrom("auditEntry").where("at", "<", time).limit(1).select("id").executeTakeFirst();
  return entry !== undefined;
}

export function listPeople(db: Db, ids: readonly string[]) {
  return db
    .selectFrom("profile")
    .where("memberId", "=", sql<string>`any(${[...ids]})`)
    .select(["memberId as id", "name", "isAdmin as isStaff"])
    .execute();
}

/**
 * The row `after` and up to `limit` later ones, each with whether it fits its own hash and the row before it. For the
 * row `after` itself `follows` means nothing, because the row before it is not read.
 */
export async function checkEntries(db: Db, after: number, limit: number) {
  const { rows } = await sql<{ id: number; isWhole: boolean; follows: boolean; hash: Buffer }>`
    select id, hash, hash = audit_entry_hash(entry) as is_whole,
      id = coalesce(lag(id) over by_id, 0) + 1
        and previous_hash = coalesce(lag(hash) over by_id, ''::bytea) as follows
    from audit_entry entry
    where id >= ${after}
    window by_id as (order by id)
    order by id
    limit ${limit + 1}`.execute(db);
  return rows;
}

export async function findLastEntryId(db: Db): Promise<number> {
  const last = await db.selectFrom("auditEntry").orderBy("id", "desc").limit(1).select("id").executeTakeFirst();
  return last?.id ?? 0;
}
