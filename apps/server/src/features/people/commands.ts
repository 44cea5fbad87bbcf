import type { Context } from "../../platform/context.ts";
import type { PeopleRequest, Person } from "../../platform/discovery-index.ts";
import { listPeople } from "./queries.ts";
import { personFrom } from "./rules.ts";

/**
 * The members with these ids as the viewer sees them, by id, without those who have left or are hidden from the viewer.
 * They come from memory while it is up to date, otherwise from one statement.
 */
export async function findPeople(
  { db, keptPeople }: Pick<Context, "db" | "keptPeople">,
  request: PeopleRequest,
): Promise<ReadonlyMap<string, Person>> {
  if (request.ids.length === 0) return new Map();
  const keptByIds = await keptPeople.find(request);
  if (keptByIds) return keptByIds;
  const rows = await listPeople(db, request);
  return new Map(rows.map((row) => [row.id, personFrom(row, request.now)]));
}
