import { foldText } from "@caramelo/contract/formats/fold-text";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { openWorld } from "../../testing/world.ts";

const world = await openWorld();

/** The texts whose letters are all known to the database, whose table of Unicode may be older than that of Node. */
async function listKnown(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string; parts: string }>`
    select text, normalize(text, NFKD) as parts from unnest(${texts}::text[]) text`.execute(world.db);
  return rows.filter(({ text, parts }) => parts === text.normalize("NFKD")).map(({ text }) => text);
}

/** Texts as the database folds them. */
async function foldInDatabase(texts: string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select fold_text(value) as text from unnest(${texts}::text[]) with ordinality as pasted (value, at) order by at`.execute(
    world.db,
  );
  return rows.map(({ text }) => text);
}

const isText = (text: string) => !/[\p{Cn}\p{Cs}\0]/u.test(text);

/** All letters but Chinese and Korean ones, and those that the database does not know. */
function listLetters(): Promise<string[]> {
  const letters = Array.from({ length: 0x20_000 }, (_, point) => String.fromCodePoint(point))
    .filter(isText)
    .filter((letter) => !/[\p{Ideographic}\p{Script=Hangul}]/u.test(letter));
  return listKnown(letters);
}

test.each([
  ["D\u2019ÁVILA", "davila"],
  ["D'Avila", "davila"],
  ["D\u00b4Avila", "davila"],
  ["D\u02bcAvila", "davila"],
  ["Conceic\u0327a\u0303o", "conceicao"],
  ["  JOSÉ \t da \u00a0\u2028 Conceição ", "jose da conceicao"],
  ["Straße STRASSE ẞ", "strasse strasse ss"],
  ["Šárka Łukasz Đorđe Nguyễn Ünal Ærø", "sarka lukasz dorde nguyen unal aero"],
  ["\u202aMarina\u200b\u202c Ｌｉｍａ", "marina lima"],
  ["ΟΔΥΣΣΕΎΣ Наталья Й", "οδυσσευσ наталья и"],
  ['AÇÃO 100% "x" [y] Ŋŋ 日本 👍 ñÑ', 'acao 100% "x" [y] ŋŋ 日本 👍 nn'],
  ["\u0301'", ""],
])("%j is compared as %j, by the database as well", async (text, folded) => {
  expect(foldText(text)).toBe(folded);
  expect(await foldInDatabase([text])).toEqual([folded]);
});

test("[T28] the database folds every letter of Unicode as the product does, alone and in a word", async () => {
  const letters = await listLetters();
  for (const texts of [letters, letters.map((letter) => `Ã${letter} ${letter}Z`)]) {
    const folded = await foldInDatabase(texts);
    expect(texts.filter((text, at) => folded[at] !== foldText(text)).map((text) => escape(text))).toEqual([]);
  }
});

test("the database folds texts of all kinds as the product does, and folded ones stay", async () => {
  const pieces = fc.oneof(
    fc.constantFrom(..."aAçÇ'\u2019\u00b4 \t\u00a0\u0301\u0323ßẞøΣς\u200d\ufe0f", "👩🏽\u200d🚀"),
    fc.string({ unit: "grapheme", maxLength: 3 }).filter(isText),
  );
  const text = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 50 }), async (pasted) => {
      const texts = await listKnown(pasted);
      const folded = texts.map(foldText);
      expect(await foldInDatabase(texts)).toEqual(folded);
      expect(folded.map(foldText)).toEqual(folded);
    }),
  );
});
