import type { AccountType } from "@caramelo/contract/accounts/account";
import { type CompiledQuery, type RawBuilder, sql } from "kysely";
import { isPremium, isPromoted } from "../../base/members/premium-fragment-queries.ts";
import type { Db } from "../../platform/database/database.ts";
import type { Places } from "../../platform/database/fixed-statement.ts";
import type { PageCursor } from "../../platform/database/page-cursor.ts";
import { hasWrittenTo, PRESENCE_COLUMNS } from "../presence/fragment-queries.ts";

/**
 * What a card shows of each profile that is not of the team. Premium and highlight must run at `now`. Hidden pairs are not
 * filtered: whoever selects does it.
 */
export function selectCards(db: Db, viewerId: string | RawBuilder<string>, now: Date | RawBuilder<Date>) {
  return (
    db
      .selectFrom("profile")
      .leftJoin("entitlement", "entitlement.memberId", "profile.memberId")
      .leftJoin("presence", "presence.memberId", "profile.memberId")
      .leftJoin("availability", "availability.memberId", "profile.memberId")
      .leftJoin("photo", (join) => join.onRef("photo.memberId", "=", "profile.memberId").on("photo.position", "=", 0))
      .where("profile.role", "<>", "admin")
      .select((eb) => [
        "profile.memberId as id",
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
      // A constraint lets only the profiles of the team be incomplete.
      .$narrowType<{ role: AccountType; estimatedBirthOn: string; cityId: number }>()
  );
}

// Cards in lists of people by time: what is listed is a subquery of ids and moments, without those who are hidden.

type Viewing = Places<{ memberId: string; now: Date }>;

/** The cards of those who are listed, the latest first, each with its moment. */
export function selectListed(db: Db, { memberId, now }: Viewing, listed: RawBuilder<unknown>) {
  return selectCards(db, memberId, now)
    .innerJoin(sql<PageCursor>`(${listed})`.as<"listed">(sql`listed`), "listed.id", "profile.memberId")
    .select("listed.at")
    .orderBy("listed.at", "desc")
    .orderBy("listed.id", "desc");
}

type Listed = ReturnType<typeof selectListed> extends { compile(): CompiledQuery<infer Row> } ? Row : never;
type Total = { total: number; hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/** The same beside how many there are of `all`, and the member's premium: a row also where nobody is listed. */
export function selectWhoCame(
  db: Db,
  viewing: Viewing,
  { listed, all }: { listed: RawBuilder<unknown>; all: RawBuilder<unknown> },
) {
  return sql<Total & (Listed | { id: null })>`
    select whole.*, card.*
    from (
      select (select count(*)::int from (${all}) one) as total, entitlement.has_courtesy_premium, entitlement.premium_until
      from (select) alone left join entitlement on entitlement.member_id = ${viewing.memberId}
    ) whole
    left join (${selectListed(db, viewing, listed)}) card on true
    order by card.at desc, card.id desc`;
}

/** The answer of `selectWhoCame`. */
export function whoCame(rows: (Total & (Listed | { id: null }))[]) {
  const [whole] = rows;
  // The total is a row by itself.
  if (!whole) throw new Error("a list has no row");
  const { total, hasCourtesyPremium, premiumUntil } = whole;
  // Staff have bought nothing.
  const premium = hasCourtesyPremium === null ? undefined : { hasCourtesyPremium, premiumUntil };
  return { total, premium, rows: rows.flatMap((row) => (row.id === null ? [] : [row])) };
}
