import { type Kysely, sql } from "kysely";

const LETTERS = "ÀÁÂÃÄÅàáâãäåÈÉÊËẼèéêëẽÌÍÎÏĨìíîïĩÒÓÔÕÖØòóôõöøÙÚÛÜŨùúûüũÇçÑñÝỸýÿỹABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PLAIN = "aaaaaaaaaaaaeeeeeeeeeeiiiiiiiiiioooooooooooouuuuuuuuuuccnnyyyyyabcdefghijklmnopqrstuvwxyz";

/**
 * The team finds members by any part of a name or an address, without case and accents. Every three neighbouring characters
 * of both are indexed as they are, so that signs such as `%` are found as well; a database that allows no extension has this
 * too. The lists that the team sorts and filters begin with an index of their own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function fold_search_text(value text) returns text language sql immutable parallel safe strict
    return translate(value, ${sql.lit(LETTERS)}, ${sql.lit(PLAIN)})`.execute(db);
  await sql`
    create function search_trigrams(folded text) returns text[] language sql immutable parallel safe strict
    return array(select distinct substr(folded, n, 3) collate "C" from generate_series(1, length(folded) - 2) n)`.execute(
    db,
  );
  // Each change goes into the index at once: a list of changes that wait would be read through by every search.
  await sql`
    create index member_email_trigram_index on member using gin (search_trigrams(fold_search_text(email)))
    with (fastupdate = off)`.execute(db);
  await sql`
    create index profile_name_trigram_index on profile using gin (search_trigrams(fold_search_text(name)))
    with (fastupdate = off)`.execute(db);

  await sql`create index profile_created_index on profile (created_at, member_id) where role <> 'admin'`.execute(db);
  await sql`
    create index profile_sorted_name_index on profile (fold_search_text(name), member_id) where role <> 'admin'`.execute(
    db,
  );
  await sql`
    create index profile_birth_index on profile (estimated_birth_on, member_id) where role <> 'admin'`.execute(db);
  // Of each of these there may be few among many.
  for (const [name, condition] of [
    ["suspended", "suspended_at is not null"],
    ["deactivated", "deactivated_at is not null"],
    ["unconfirmed", "awaits_confirmation"],
    ["managed", "is_managed"],
    ["wildcard", "is_wildcard_city"],
    ["verified", "is_verified"],
  ] as const) {
    await sql`
      create index ${sql.id(`profile_${name}_index`)} on profile (created_at, member_id)
      where role <> 'admin' and ${sql.raw(condition)}`.execute(db);
  }
  await sql`
    create index entitlement_current_premium_index on entitlement (member_id)
    where has_courtesy_premium or premium_until is not null`.execute(db);
}
