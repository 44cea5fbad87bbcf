import { type Kysely, sql } from "kysely";

/** The letters that a text consists of mostly, first: each one is looked for from the left. */
const FREQUENT = "aeiosrnmdtlcubvfgpzhqxjwyk 0123456789.@_-";
/** Letters that Unicode does not take apart. */
const STROKES: Record<string, string> = { ø: "o", ł: "l", đ: "d", ð: "d", ħ: "h", ı: "i", ς: "σ" };
const PLAIN_APOSTROPHES = "'\u0060";
const LONE_ACCENTS = "\u00b4\u0384\u1ffd";
const UNHEARD =
  "['\\u0060\\u00ad\\u02b9\\u02bb-\\u02bd\\u02c8\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u0610-\\u061a\\u064b-\\u065f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200b-\\u200f\\u2018-\\u201b\\u202a-\\u202e\\u2032\\u2060-\\u206f\\u20d0-\\u20ff\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\ufeff]+";
const BLANKS = "[\\t-\\r \\u0085\\u1680\\u2028\\u2029]+";

/** All capitals but those of ASCII and those that Unicode takes apart, each with its small letter. */
function listCapitals(): [capital: string, small: string][] {
  return Array.from({ length: 0x1ff80 }, (_, at) => at + 0x80)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((letter) => letter.toLowerCase() !== letter && letter.normalize("NFKD") === letter)
    .map((letter) => [letter, STROKES[letter.toLowerCase()] ?? letter.toLowerCase()]);
}

/**
 * All searches compare texts in one way, which `foldText` of the contract has, too: an apostrophe, accents however they are
 * typed, "ß" and blanks make no difference. The last release goes on with `fold_search_text`, so its indexes stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const pairs = [...listCapitals(), ...Object.entries(STROKES)];
  const letters = FREQUENT + pairs.map(([letter]) => letter).join("");
  const plain = FREQUENT + pairs.map(([, small]) => small).join("");
  // Not strict: only then its body becomes a part of the statement that calls it. A large site makes it before the update,
  // to build the indexes.
  await sql`
    create or replace function fold_text(value text) returns text language sql immutable parallel safe
    return btrim(regexp_replace(case when octet_length(value) = char_length(value)
      then translate(lower(value collate "C"), ${sql.lit(PLAIN_APOSTROPHES)}, '')
      else replace(replace(replace(translate(lower(regexp_replace(
          normalize(translate(value, ${sql.lit(LONE_ACCENTS)}, ''), NFKD) collate "C", ${sql.lit(UNHEARD)}, '', 'g')),
          ${sql.lit(letters)}, ${sql.lit(plain)}), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')
      end, ${sql.lit(BLANKS)}, ' ', 'g'), ' ')`.execute(db);
  await sql`
    create index if not exists profile_folded_name_index on profile (fold_text(name), member_id) where role <> 'admin';
    create index if not exists profile_name_trigrams_index on profile using gin (search_trigrams(fold_text(name)))
      with (fastupdate = off);
    create index if not exists profile_name_words_index on profile using gin (to_tsvector('simple', fold_text(name)));
    create index if not exists member_email_trigrams_index on member using gin (search_trigrams(fold_text(email)))
      with (fastupdate = off)`.execute(db);
}
