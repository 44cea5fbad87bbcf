import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { STAFF_COUNT_MAX, STAFF_USERS_PAGE } from "@caramelo/contract/limits";
import { cityLabelOf, listCityIdsHolding } from "../../../platform/cities/cities.ts";
import type { Db } from "../../../platform/database/database.ts";
import { handle } from "../../../platform/handle.ts";
import type { UserFilter } from "../filter-queries.ts";
import { listUsers } from "../queries.ts";
import { readStaffUser } from "../read-user.ts";
import { presentUser, readUserFilter, readUserOrder } from "../rules.ts";
import { allowLargeBitmaps, countUsers, listUserIds } from "../search-queries.ts";

/** Runs a query; one with a search runs in a transaction with more memory. */
function ask<T>(db: Db, { search }: UserFilter, question: (db: Db) => Promise<T>): Promise<T> {
  if (!search) return question(db);
  return db.transaction().execute(async (trx) => {
    await allowLargeBitmaps(trx);
    return question(trx);
  });
}

export const staffUsers = handle(contract.users.staffUsers, async ({ query, db, clock, photoLinks }) => {
  const now = clock.now();
  const filter = readUserFilter(query, listCityIdsHolding);
  const offset = ((query.page ?? 1) - 1) * STAFF_USERS_PAGE;
  const limit = STAFF_USERS_PAGE + 1;
  const order = readUserOrder(query);
  const foundIds = await ask(db, filter, (askedDb) => listUserIds(askedDb, { filter, order, now, offset, limit }));
  const ids = foundIds.slice(0, STAFF_USERS_PAGE);
  const userById = new Map((await listUsers(db, ids, now)).map((user) => [user.id, user]));
  const presentation = { now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const users = ids.flatMap((id) => {
    const user = userById.get(id);
    return user ? [presentUser(user, presentation)] : [];
  });
  return { users, hasMore: foundIds.length > ids.length };
});

export const staffUserCount = handle(contract.users.staffUserCount, async ({ query, db, clock }) => {
  const filter = readUserFilter(query, listCityIdsHolding);
  const count = await ask(db, filter, (askedDb) => countUsers(askedDb, filter, clock.now(), STAFF_COUNT_MAX));
  const isExact = !filter.search || count <= STAFF_COUNT_MAX;
  return { count: isExact ? count : STAFF_COUNT_MAX, isExact };
});

export const staffUser = handle(contract.users.staffUser, async ({ params, ...context }) =>
  readStaffUser(context, params.id),
);
