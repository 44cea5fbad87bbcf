import { sql } from "kysely";

/** From a moment on, and before another one. */
export type Period = { from: Date; to: Date };

/** How often something happened to a member in a period, and when first and last. */
export type MemberEvents = { memberId: string; count: number; first: Date; last: Date };

/** The numbers of `MemberEvents` for a query that groups rows by member. */
export const countEvents = (moment: string) =>
  [
    sql<number>`count(*)`.as("count"),
    sql<Date>`min(${sql.ref(moment)})`.as("first"),
    sql<Date>`max(${sql.ref(moment)})`.as("last"),
  ] as const;
