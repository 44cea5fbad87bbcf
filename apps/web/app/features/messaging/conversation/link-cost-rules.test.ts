import { previewText } from "@caramelo/contract/messaging/preview";
import { describe, expect, test } from "vitest";
import { fillText, listRuns } from "../../../../../server/src/testing/hostile-texts.ts";
import { listSuperlinear } from "../../../../../server/src/testing/reading-cost.ts";
import { splitLinks } from "./link-rules.ts";

describe("a message of another member", () => {
  // Signs that end a sentence, and closing brackets, which are cut off the end of an address.
  const ENDINGS = [
    ")",
    "))]",
    ".)",
    ".",
    "...!?",
    "(",
    "()",
    "]}",
    "*_~",
    "…",
    " www.",
    ".www.a",
    "a.",
    "@",
    "https://",
  ];
  const texts = [
    ...listRuns(4_000),
    ...listRuns(3_990).map((run) => `https://${run}`),
    ...ENDINGS.flatMap((part) => [fillText(part, 4_000), `https://a.com${fillText(part, 3_980)}`]),
    ...ENDINGS.map((part) => `https://a.com${fillText(part, 3_980)}b`),
  ];

  test.each<[string, (text: string) => unknown]>([
    ["links", splitLinks],
    ["preview", (text) => previewText({ text, isMine: false })],
  ])("[T76][K4.15] costs its reader's browser time proportional to its length for its %s", (_, readLinks) => {
    expect(listSuperlinear(readLinks, texts).map((text) => JSON.stringify(text.slice(0, 40)))).toEqual([]);
  });
});
