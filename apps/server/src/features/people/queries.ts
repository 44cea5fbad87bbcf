import { sql } from "kysely";
import { isVisiblePair } from "../../base/members/pair-fragment-queries.ts";
import type { Context, PeopleRequest, Person } from "../../platform/context.ts";
import type { Db } from "../../platform/database/database.ts";
import { fixedStatement, type Places } from "../../platform/database/fixed-statement.ts";
import { selectPeople } from "./fragment-queries.ts";
import { personFrom } from "./rules.ts";

const readPeople = fixedStatement(({ ids, viewerId, now }: Places<PeopleRequest>, db) =>
  selectPeople(db, viewerId, now)
    .where("profile.memberId", "=", sql<string>`any(${ids})`)
    .where("profile.isActive", "=", true)
    .where(isVisiblePair(viewerId, sql.ref("profile.memberId"))),
);

type Deps = Pick<Context, "keptPeople"> & { db: Db };

/**
 * The members of a list, which found their ids first, as its viewer sees them; by their ids, without those who have left or are
 * hidden from the viewer. From memory while that is up to date, else by one statement.
 */
export async function findPeople(
  { db, keptPeople }: Deps,
  request: PeopleRequest,
): Promise<ReadonlyMap<string, Person>> {
  if (request.ids.length === 0) return new Map();
  const kept = await keptPeople.find(request);
  if (kept) return kept;
  const rows = await readPeople(db, request);
  return new Map(rows.map((row) => [row.id, personFrom(row, request.now)]));
}
