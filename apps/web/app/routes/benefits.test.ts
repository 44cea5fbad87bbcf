import { readFileSync } from "node:fs";
import { peopleListTexts } from "@caramelo/contract/texts/people-lists";
import { describe, expect, test } from "vitest";
import { thanksWords } from "~/features/billing/checkout/thanks-rules.ts";
import { productWords } from "~/features/billing/rules.ts";
import { upgradeOffers } from "~/features/messaging/conversation/upgrade-rules.ts";
import { highlightRows, offers, premiumRows } from "~/features/site/rules.ts";

const readProject = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), "utf8");

const rows = readProject("docs/benefits.md")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const files = new Map(rows.filter((cells) => cells.length === 4).map(([, short = "", file = ""]) => [short, file]));
const proofs = rows.filter((cells) => cells.length === 5 && cells[1] !== "sentence");
const listed = proofs.map(([, sentence = ""]) => sentence);

const had = { true: "sim", false: "–" };
const comparisons = [...premiumRows, ...highlightRows].map(([what, ...has]) => {
  const [without, having] = has.map((benefit) => (typeof benefit === "string" ? benefit : had[`${benefit}`]));
  return `${what}: ${without} / ${having}`;
});
const sold = [
  ...Object.values(productWords).flatMap(({ gives }) => gives),
  ...Object.values(thanksWords).flatMap(({ gives }) => gives),
  ...offers.flatMap(({ gives }) => gives),
  ...upgradeOffers.map(({ text }) => text),
  peopleListTexts.admirersOffer,
  peopleListTexts.visitsOffer,
  ...comparisons,
];

describe("the list of what is sold", () => {
  test.each([...new Set(sold)])("[T47] has the sentence %s", (sentence) => {
    expect(listed).toContain(sentence);
  });

  test.each(proofs.map(([, sentence = "", , proof = ""]) => [sentence, proof]))(
    "[T47] names for %s a test that exists: %s",
    (_, proof) => {
      const [short = "", name = ""] = proof.split(/: (.*)/s);
      expect(readProject(files.get(short) ?? "missing")).toContain(name);
    },
  );
});
