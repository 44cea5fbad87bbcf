import type { AccountType } from "@caramelo/contract/accounts/account";
import { type RawBuilder, sql } from "kysely";
import { isPremium, isPromoted } from "../../base/money/premium-fragment-queries.ts";
import { hasWrittenTo } from "../../base/pairs/fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import { PRESENCE_COLUMNS } from "../presence/fragment-queries.ts";

/**
 * SQL: the columns of `PersonRow`, which lists show of each member as the viewer sees them, without the id: each query
 * adds it, with or without the proof that the viewer may see the member. Premium and highlight count if they run at
 * `now`.
 */
export function selectPeople(db: Db, viewerId: string | RawBuilder<string>, now: Date | RawBuilder<Date>) {
  return (
    db
      .selectFrom("profile")
      .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
      .leftJoin("presence", "presence.memberId", "profile.memberId")
      .leftJoin("availability", "availability.memberId", "profile.memberId")
      .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
      .where("profile.role", "<>", "admin")
      .select((eb) => [
        "profile.name",
        "profile.role",
        "profile.estimatedBirthOn",
        "profile.cityId",
        "profile.isWildcardCity",
        "profile.isVerified",
        "profile.isManaged",
        "profile.isDemo",
        ...PRESENCE_COLUMNS,
        "photo.fileName",
        "photo.width",
        "photo.height",
        "photo.thumbhash",
        hasWrittenTo(sql.ref("profile.memberId"), viewerId).as("hasWritten"),
        isPremium(now).as("isPremium"),
        isPromoted(now).as("isPromoted"),
        eb
          .exists(
            eb
              .selectFrom("favorite")
              .where("favorite.memberId", "=", viewerId)
              .whereRef("favorite.favoriteId", "=", "profile.memberId")
              .select("favorite.createdAt"),
          )
          .$castTo<boolean>()
          .as("isFavorite"),
      ])
      // A constraint of the database ensures that only profiles of the staff are incomplete.
      .$narrowType<{ role: AccountType; estimatedBirthOn: string; cityId: number }>()
  );
}

/** One row of a list of people that is ordered by time. */
export type ListedRow = PageCursor;
type TotalRow = { total: number; hasCourtesyPremium: boolean | null; premiumUntil: Date | null };
type Part = TotalRow & (ListedRow | { id: null; at: null });

/**
 * SQL: the rows of `listed`, the latest first; each also has the number of rows of `all` and the premium of the list's
 * owner. There is one row even for an empty list.
 */
export const selectWhoCame = (
  memberId: RawBuilder<string>,
  { listed, all }: { listed: RawBuilder<unknown>; all: RawBuilder<unknown> },
) => sql<Part>`
  select whole.*, listed.id, listed.at
  from (
    select (select count(*)::int from (${all}) one) as total, entitlement.has_courtesy_premium, entitlement.premium_until
    from (select) alone left join entitlement on entitlement.member_id = ${memberId}
  ) whole
  left join (${listed}) listed on true
  order by listed.at desc, listed.id desc`;

/** Reads the rows of `selectWhoCame`: the total, the owner's premium, and the people of the page. */
export function whoCame(rows: Part[]) {
  const [whole] = rows;
  // The statement returns the total even without people, so there is always a row.
  if (!whole) throw new Error("a list has no row");
  const { total, hasCourtesyPremium, premiumUntil } = whole;
  // Staff have no row of `entitlement`, so the column is null for them.
  const premium = hasCourtesyPremium === null ? undefined : { hasCourtesyPremium, premiumUntil };
  return { total, premium, rows: rows.flatMap(({ id, at }) => (id === null ? [] : [{ id, at }])) };
}
