import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { STAFF_COUNT_MAX, STAFF_USERS_PAGE } from "@caramelo/contract/limits";
import { cityLabelOf, listCityIdsHolding } from "../../../platform/cities/cities.ts";
import { handle } from "../../../platform/handle.ts";
import { listUsers } from "../queries.ts";
import { readStaffUser } from "../read-user.ts";
import { presentUser, readUserFilter, readUserOrder } from "../rules.ts";
import { countUsers, listUserIds } from "../search-queries.ts";

export const staffUsers = handle(contract.users.staffUsers, async ({ query, me, db, clock, photoLinks }) => {
  const now = clock.now();
  const filter = readUserFilter(query, listCityIdsHolding);
  const offset = ((query.page ?? 1) - 1) * STAFF_USERS_PAGE;
  const limit = STAFF_USERS_PAGE + 1;
  const order = readUserOrder(query);
  const foundIds = await listUserIds(db, me.id, { filter, order, now, offset, limit });
  const ids = foundIds.slice(0, STAFF_USERS_PAGE);
  const userById = new Map((await listUsers(db, ids, now)).map((user) => [user.id, user]));
  const presentation = { now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const users = ids.flatMap((id) => {
    const user = userById.get(id);
    return user ? [presentUser(user, presentation)] : [];
  });
  return { users, hasMore: foundIds.length > ids.length };
});

export const staffUserCount = handle(contract.users.staffUserCount, async ({ query, me, db, clock }) => {
  const filter = readUserFilter(query, listCityIdsHolding);
  const count = await countUsers(db, me.id, { filter, now: clock.now(), max: STAFF_COUNT_MAX });
  const isExact = !filter.search || count <= STAFF_COUNT_MAX;
  return { count: isExact ? count : STAFF_COUNT_MAX, isExact };
});

export const staffUser = handle(contract.users.staffUser, async ({ params, ...context }) =>
  readStaffUser(context, params.id),
);
