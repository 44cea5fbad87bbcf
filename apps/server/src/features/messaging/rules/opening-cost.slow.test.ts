import { ABOUT_MAX } from "@caramelo/contract/limits";
import { expect, test } from "vitest";
import { fillText, listRuns } from "../../../testing/hostile-texts.ts";
import { listCostly } from "../../../testing/reading-cost.ts";
import { readLikes } from "./opening-likes.ts";
import { readJobs, readStudies, readTopics } from "./opening-mentions.ts";
import { readSentences } from "./sentences.ts";

const PARTS = [
  "amo ",
  "amo praia ",
  "gosto de gosto de ",
  "não ",
  "sou apaixonada por ",
  "um fraco por ",
  "estudo design ",
  "a-",
  "e ",
  "a\u0301",
  "muito amo ",
  "sou ",
];

/** Everything that openings read of a text, except its warnings, whose cost has its own test. */
function readAll(text: string): void {
  for (const sentence of readSentences(text))
    for (const readTopic of [readLikes, readTopics, readStudies, readJobs]) readTopic(sentence);
}

test("[K4.30][T76] no hostile text of the greatest length costs openings much more than an ordinary one", () => {
  const letters = fillText("adoro praia e gosto de cinema ", ABOUT_MAX);
  const texts = [...listRuns(ABOUT_MAX), ...PARTS.map((part) => fillText(part, ABOUT_MAX))];
  // A text of a thousand sentences costs five times as much. A quadratic cost would be hundreds of times as high.
  const costly = listCostly(readAll, texts, { letters, times: 8 });
  expect(costly.map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
});
