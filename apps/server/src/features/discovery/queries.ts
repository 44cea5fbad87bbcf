import type { AccountType } from "@caramelo/contract/accounts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { BirthDays } from "./rules.ts";

/** Whom a viewer wishes to see. `cityIds` undefined: wherever they live. */
export type Wish = {
  viewerId: string;
  roles: AccountType[];
  born: BirthDays;
  cityIds: number[] | undefined;
  seed: number;
};

/** One part of the order, from its beginning or after a place in it. */
export type Part = { tier: number; isFromSeed: boolean; after: { key: number; id: string } | undefined };

type Key = { key: number; id: string };

/** Who stands in one part of the order: up to `limit` of them, at least one side being wished for. */
export async function listKeys(db: Db, wish: Wish, part: Part, limit: number): Promise<Key[]> {
  const { rows } = await findKeys(wish, part, limit).execute(db);
  return rows;
}

/**
 * Ids with their keys alone: the indexes of discovery hold all that is asked, so that no profile is read before it is
 * shown. Each side, and whoever lives elsewhere but has a wildcard city, is read in the order of an index of its own;
 * nothing is sorted but the few that were found.
 */
export function findKeys(wish: Wish, part: Part, limit: number): RawBuilder<Key> {
  const places = placesFor(wish.cityIds);
  const found = wish.roles.flatMap((role) => places.map((place) => findKeysAt(wish, part, limit, { role, place })));
  const [only] = found;
  if (only && found.length === 1) return only;
  const all = sql.join(
    found.map((one) => sql`(${one})`),
    sql` union all `,
  );
  return sql<Key>`select * from (${all}) found order by key, id limit ${limit}`;
}

function placesFor(cityIds: number[] | undefined): RawBuilder<unknown>[] {
  if (!cityIds) return [sql`true`];
  return [sql`city_id = any(${cityIds})`, sql`is_wildcard_city and city_id <> all(${cityIds})`];
}

type Where = { role: AccountType; place: RawBuilder<unknown> };

function findKeysAt(wish: Wish, { tier, isFromSeed, after }: Part, limit: number, { role, place }: Where) {
  const { viewerId, born, seed } = wish;
  const asked = [
    sql`is_active and role = ${role} and tier = ${tier}`,
    isFromSeed ? sql`shuffle_key >= ${seed}` : sql`shuffle_key < ${seed}`,
    ...(after ? [sql`(shuffle_key, member_id) > (${after.key}, ${after.id})`] : []),
    ...(born.after ? [sql`reckoned_birth_on > ${born.after}`] : []),
    ...(born.until ? [sql`reckoned_birth_on <= ${born.until}`] : []),
    place,
    sql`member_id <> ${viewerId}`,
    sql`not exists (select from hidden_pair where viewer_id = ${viewerId} and other_id = member_id)`,
  ];
  return sql<Key>`
    select shuffle_key as key, member_id as id from profile where ${sql.join(asked, sql` and `)}
    order by shuffle_key, member_id limit ${limit}`;
}
