import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { AuthorityRequest } from "../../platform/database/types.generated.ts";
import type { StoredFigure } from "./rules.ts";

/** When the first member joined, without staff and profiles that staff made; undefined before. */
export async function findFirstJoin(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ joinedAt: Date }>`
    select created_at as joined_at from profile where role <> 'admin' and not is_managed
    order by created_at limit 1`.execute(db);
  return rows[0]?.joinedAt;
}

/** The numbers of the quarters that begin on `since` or later. */
export function listFigures(db: Db, since: string): Promise<StoredFigure[]> {
  return db.selectFrom("quarterFigure").where("startsOn", ">=", since).select(["startsOn", "name", "value"]).execute();
}

/**
 * Stores the numbers of a quarter unless they are stored. If two processes counted it, one waits for the other and
 * stores nothing.
 */
export async function addFigures(db: Db, figures: readonly StoredFigure[], countedAt: Date): Promise<void> {
  await db
    .insertInto("quarterFigure")
    .values(figures.map((figure) => ({ ...figure, countedAt })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Records a request of an authority; false when the same form was recorded before. */
export async function addAuthorityRequest(db: Db, request: Insertable<AuthorityRequest>): Promise<boolean> {
  const result = await db
    .insertInto("authorityRequest")
    .values(request)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

/** One page of the requests of authorities, the last recorded first. */
export function listAuthorityRequests(db: Db, { offset, limit }: { offset: number; limit: number }) {
  return db
    .selectFrom("authorityRequest")
    .innerJoin("profile", "profile.memberId", "authorityRequest.recordedBy")
    .orderBy("authorityRequest.recordedAt", "desc")
    .orderBy("authorityRequest.id", "desc")
    .offset(offset)
    .limit(limit)
    .select([
      "authorityRequest.id",
      "authorityRequest.receivedOn",
      "authorityRequest.authority",
      "authorityRequest.words",
      "authorityRequest.outcome",
      "authorityRequest.recordedAt",
      "profile.name as recordedBy",
    ])
    .execute();
}
