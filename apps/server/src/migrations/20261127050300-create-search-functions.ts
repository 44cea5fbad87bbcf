import { type Kysely, sql } from "kysely";

/** The letters that a text consists of mostly, first: each one is looked for from the left. */
const FREQUENT = "aeiosrnmdtlcubvfgpzhqxjwyk 0123456789.@_-";
const STROKES: Record<string, string> = { Ø: "o", ø: "o", Ł: "l", ł: "l", Đ: "d", đ: "d", Ð: "d", ð: "d", ı: "i" };

/** The Latin letters with accents, each with the plain one: "ç" and "c", "Š" and "s". */
function listAccented(): [letter: string, plain: string][] {
  const points = [range(0xc0, 0x24f), range(0x1ea0, 0x1ef9), range(0x1e00, 0x1e9f)].flat();
  return points.flatMap((point): [string, string][] => {
    const letter = String.fromCodePoint(point);
    const base = STROKES[letter] ?? letter.normalize("NFD").charAt(0).toLowerCase();
    return /^[a-z]$/.test(base) ? [[letter, base]] : [];
  });
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/**
 * The team finds members by any part of a name or an address, without case and accents. Every three neighbouring characters
 * of both are indexed as they are, so that signs such as `%` are found as well; a database that allows no extension has this
 * too. A search compares thousands of texts: those without accents, as all addresses are, only lose their capitals.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const accented = listAccented();
  const letters = FREQUENT + accented.map(([letter]) => letter).join("");
  const plain = FREQUENT + accented.map(([, base]) => base).join("");
  // Not strict: only then its body becomes a part of the statement that calls it.
  await sql`
    create function fold_search_text(value text) returns text language sql immutable parallel safe
    return case when octet_length(value) = char_length(value) then lower(value collate "C")
      else translate(lower(value collate "C"), ${sql.lit(letters)}, ${sql.lit(plain)}) end`.execute(db);
  await sql`
    create function search_trigrams(folded text) returns text[] language sql immutable parallel safe strict
    return array(select distinct substr(folded, n, 3) collate "C" from generate_series(1, length(folded) - 2) n)`.execute(
    db,
  );
}
