import { type Insertable, sql } from "kysely";
import type { Period } from "../../../platform/database/count-of.ts";
import type { Db } from "../../../platform/database/database.ts";
import type { AccessRecord } from "../../../platform/database/types.generated.ts";

/** Stores an access unless the same member was recorded at the same address in the same hour already. */
export async function addAccessRecord(db: Db, record: Insertable<AccessRecord>): Promise<void> {
  await db
    .insertInto("accessRecord")
    .values(record)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export const removeOldAccessRecordsSql = (before: Date, limit: number) => sql`
  delete from access_record where (member_key, hour, address_key) in (
    select member_key, hour, address_key from access_record where hour < ${before} order by hour limit ${limit}
  )`;

type RecordKey = { memberKey: Buffer; hour: Date; addressKey: Buffer };

/** The sealed accesses of all members in some hours, by key. Only the database's owner may read them. */
export function listAccessRecordsOfHours(
  owner: Db,
  { from, to }: Period,
  after: RecordKey | undefined,
  limit: number,
): Promise<(RecordKey & { sealed: Buffer })[]> {
  return owner
    .selectFrom("accessRecord")
    .where("hour", ">=", after?.hour ?? from)
    .where("hour", "<", to)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(hour, member_key, address_key) > (${after?.hour}, ${after?.memberKey}, ${after?.addressKey})`,
      ),
    )
    .orderBy("hour")
    .orderBy("memberKey")
    .orderBy("addressKey")
    .limit(limit)
    .select(["memberKey", "hour", "addressKey", "sealed"])
    .execute();
}

/** The sealed accesses of a member, the latest first. Only the database's owner may read them. */
export function listAccessRecords(owner: Db, memberKey: Buffer, since: Date) {
  return owner
    .selectFrom("accessRecord")
    .where("memberKey", "=", memberKey)
    .where("hour", ">=", since)
    .orderBy("hour", "desc")
    .select("sealed")
    .execute();
}
