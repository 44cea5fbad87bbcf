import { sql } from "kysely";
import { visibleTo } from "../../base/pairs/fragment-queries.ts";
import { type Params, statement } from "../../platform/database/statement.ts";
import type { PeopleRequest } from "../../platform/discovery-index.ts";
import { selectPeople } from "./fragment-queries.ts";

/** The rows of these members, in no order, without those who have left or are hidden from the viewer. */
export const listPeople = statement(({ ids, viewerId, now }: Params<PeopleRequest>, db) =>
  selectPeople(db, viewerId, now)
    .where("profile.memberId", "=", sql<string>`any(${ids})`)
    .$call(visibleTo(viewerId, "profile", "id")),
);
