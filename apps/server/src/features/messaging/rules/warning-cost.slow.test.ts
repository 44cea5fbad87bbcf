import { runInNewContext } from "node:vm";
import { MESSAGE_MAX } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { listHarmless, listScams } from "../../../../../../bench/fixtures/messages/read-messages.ts";
import { lookalikes } from "../../../base/members/lookalike-rules.ts";
import { fillText, listAlmostMatches, listRuns } from "../../../testing/hostile-texts.ts";
import { listCostly } from "../../../testing/reading-cost.ts";
import { listUsedPatterns } from "../../../testing/used-patterns.ts";
import { findWarnings } from "./find-warnings.ts";
import { flattenText } from "./plain-text.ts";
import { PATTERNS } from "./warning-patterns.ts";

const SEED = 76;
const ordinary = fillText("oi tudo bem com voce hoje quer sair para jantar ", MESSAGE_MAX);
const messages = [...listHarmless("tuned"), ...listScams("tuned").map(({ text }) => text)];

test("[T76][T64] no hostile text of the greatest length costs the warnings more than three times as much as an ordinary one", () => {
  const patterns = listUsedPatterns(new URL("./find-warnings.ts", import.meta.url), "findWarnings", messages);
  const sources = patterns.map(({ source }) => source);
  for (const { source } of Object.values(PATTERNS).flat()) expect(sources).toContain(source);

  const texts = [...listRuns(MESSAGE_MAX), ...listAlmostMatches(patterns, MESSAGE_MAX, 4, SEED)];
  expect(texts.length).toBeGreaterThanOrEqual(500);
  const costly = listCostly(findWarnings, texts, { letters: ordinary, times: 3 });
  expect(costly.map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
});

test("[T76] no text of lookalikes costs the warnings more than three times as much as an ordinary one", () => {
  const signs = Object.keys(lookalikes);
  const parts = [...signs, signs.join(""), ...signs.map((sign) => `a${sign}`)];
  const texts = parts.map((part) => fillText(part, MESSAGE_MAX));
  const costly = listCostly(findWarnings, texts, { letters: ordinary, times: 3 });
  expect(costly.map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
});

test("[T76] long runs of blanks and of one sign are short before a text is read, and part a number as before", () => {
  expect(flattenText(`a${" ".repeat(3_998)}b`)).toBe("a     b");
  expect(flattenText(`a${"\n\t".repeat(2_000)}b`)).toHaveLength(7);
  expect(flattenText(`a${"-".repeat(3_998)}b`)).toBe("a-----b");
  for (const sign of [" ", ".", "-"]) {
    expect(findWarnings(`11 98765${sign.repeat(4)}4321`)).toEqual(["phone"]);
    for (const times of [5, 6, 500]) expect(findWarnings(`11 98765${sign.repeat(times)}4321`)).toEqual([]);
  }
});

test("[T76] no sign becomes more than two letters or digits before it is read", () => {
  const signs = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const composed = signs.filter((sign) => sign.normalize("NFKD").length > 2);
  const long = composed.filter((sign) => flattenText(sign).replace(/[^a-z\d]/g, "").length > 2);
  expect(long).toEqual([]);
});

test("[T64] the work that a text makes grows no faster than its length", { timeout: 600_000 }, () => {
  const parts = [
    "a ",
    "1 ",
    "a.",
    "1.",
    "pix ",
    "ponto com ",
    "www . ",
    "um e ",
    "manda 1",
    "@a.",
    "chave ",
    "taxa antes ",
    "http://",
  ];
  // The text is so much longer than any message that a pattern of quadratic cost would take an hour.
  const length = 250 * MESSAGE_MAX;
  const hangsMs = 120_000;
  for (const part of parts) {
    const text = part.repeat(length).slice(0, length);
    // Only V8 can end a pattern that hangs. Today's patterns need half a second, so a very busy machine passes.
    runInNewContext("findWarnings(text)", { findWarnings, text }, { timeout: hangsMs });
  }
});
