import { mayStaff } from "@caramelo/contract/call/staff-permissions";
import { contract } from "@caramelo/contract/contract";
import { dayInBrazil } from "@caramelo/contract/formats/calendar";
import { STAFF_COUNT_MAX, STAFF_USERS_PAGE } from "@caramelo/contract/limits";
import { cityLabelOf, listCityIdsHolding } from "../../../platform/cities/cities.ts";
import { handle } from "../../../platform/handle.ts";
import type { Me } from "../../../platform/http/caller.ts";
import { fail } from "../../../platform/http/failure.ts";
import { recordEmailShown, recordListing, recordReading } from "../../staff-watch/commands.ts";
import { findUser, listUsers } from "../queries.ts";
import { readStaffUser } from "../read-user.ts";
import { presentUser, readUserFilter, readUserOrder } from "../rules.ts";
import { countUsers, listUserIds } from "../search-queries.ts";

export const staffUsers = handle(contract.officeMembers.staffUsers, async ({ query, me, ...context }) => {
  const { db, clock, photoLinks } = context;
  const now = clock.now();
  const filter = readUserFilter(query, listCityIdsHolding, emailsSeenBy(me));
  const offset = ((query.page ?? 1) - 1) * STAFF_USERS_PAGE;
  const limit = STAFF_USERS_PAGE + 1;
  const order = readUserOrder(query);
  const foundIds = await listUserIds(db, me.id, { filter, order, now, offset, limit });
  const ids = foundIds.slice(0, STAFF_USERS_PAGE);
  await recordListing(context, me, { list: "members", page: query.page });
  const userById = new Map((await listUsers(db, ids, now)).map((user) => [user.id, user]));
  const presentation = { now, today: dayInBrazil(now), photoLinks, cityLabelOf };
  const users = ids.flatMap((id) => {
    const user = userById.get(id);
    return user ? [presentUser(user, presentation)] : [];
  });
  return { users, hasMore: foundIds.length > ids.length };
});

export const staffUserCount = handle(contract.officeMembers.staffUserCount, async ({ query, me, db, clock }) => {
  const filter = readUserFilter(query, listCityIdsHolding, emailsSeenBy(me));
  const count = await countUsers(db, me.id, { filter, now: clock.now(), max: STAFF_COUNT_MAX });
  const isExact = !filter.search || count <= STAFF_COUNT_MAX;
  return { count: isExact ? count : STAFF_COUNT_MAX, isExact };
});

export const staffUser = handle(contract.officeMembers.staffUser, async ({ params, me, ...context }) => {
  const user = await readStaffUser(context, params.id, me);
  await recordReading(context, me, params.id);
  return user;
});

export const staffUserEmail = handle(contract.officeMembers.staffUserEmail, async ({ params, me, ...context }) => {
  const { email } = (await findUser(context.db, params.id, context.clock.now())) ?? fail("NOT_FOUND");
  await recordEmailShown(context, me, params.id);
  return { email };
});

const emailsSeenBy = ({ staffRole }: Me) => ({ seesEmails: mayStaff(staffRole, "changeEmails") });
