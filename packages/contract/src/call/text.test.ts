import { describe, expect, test } from "vitest";
import { fc } from "../../../../testing/properties.ts";
import { countCharacters, cutText, firstCharacters } from "../formats/graphemes.ts";
import { isCleanText, isTooLong, tidyText } from "./characters.ts";
import { freeText, lineText } from "./text.ts";

const texts = { required: "Falta", tooLong: "Longo" };
/** Texts that a person or a script may send, with many unusual characters: marks, joiners, controls, fillers. */
const tricky = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 3 }),
      fc.constantFrom(
        "\u200b",
        "\u200d",
        "\u202e",
        "\u0301",
        "\u0301\u0323".repeat(20),
        "\u0344",
        "\uff9e",
        "e",
        "\u3164",
        "\ufe0f",
        "👩",
        "❤",
        "\u{e0041}",
        "\u200c",
        "\u094d",
        "ک",
        "\u0600",
        "🏴",
        "\u2028",
        "\r",
        " ",
        "\n",
        "\u2800",
        "🏽",
      ),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => pieces.join(""))
  .filter(isCleanText);

/** Ranges of invisible characters, both ends included. Joiners, variation selectors and tags may stay: see below. */
const HIDDEN = [
  [0x00, 0x08],
  [0x0b, 0x0c],
  [0x0d, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x180e, 0x180e],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0062],
].flatMap(([first = 0, last = 0]) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
);

const FLAGS =
  "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}";

describe("tidyText", () => {
  test("[T54] is canonical: its result is in NFC, has no blank ends, and stays the same when it is tidied again", () => {
    fc.assert(
      fc.property(tricky, (text) => {
        const tidy = tidyText(text);
        expect(tidyText(tidy)).toBe(tidy);
        expect(tidy.normalize("NFC")).toBe(tidy);
        expect(tidy.trim()).toBe(tidy);
      }),
    );
  });

  test("[T76] has at most 30 marks in a row, and takes none from a letter of any writing", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("\u0301", "\u0323", "\u0344", "\uff9e", "\u20e3"), { maxLength: 99 }),
        (marks) => {
          const tidy = tidyText(`a${marks.join("")}b`);
          expect(tidy).not.toMatch(/[\p{M}\uff9e\uff9f]{31}/u);
          expect(tidyText(tidy)).toBe(tidy);
          expect(tidy.at(-1)).toBe("b");
          if (marks.length <= 15) expect(tidy).toBe(`a${marks.join("")}b`.normalize("NFC"));
        },
      ),
    );
  });

  test("[T54] no invisible character survives, whatever surrounds it", () => {
    fc.assert(fc.property(tricky, (text) => HIDDEN.every((hiddenSign) => !tidyText(text).includes(hiddenSign))));
  });

  test.each([
    ["Ana\u202e\u2066 Clara\u200b\ufeff", "Ana Clara"],
    ["e\u200b\u0301", "é"],
    ["Cafe\u0301", "Café"],
    ["Ad\u00admin", "Admin"],
    ["a\u200db", "ab"],
    ["  olá\r\n\tmundo ", "olá\n\tmundo"],
    ["Rua A\u2028Nº 10\u2029SP\u0085Brasil\u000bx\u000cy\rz", "Rua A\nNº 10\nSP\nBrasil\nx\ny\nz"],
    ["❤\ufe0e ♥\ufe0e ☺\ufe0e", "❤\ufe0e ♥\ufe0e ☺\ufe0e"],
    [`${FLAGS}`, FLAGS],
    ["🏴\u{e0067}\u{e0062}\u{e007f} 🏴\u{e0075}\u{e0073}\u{e0074}\u{e0078}\u{e007f}", "🏴 🏴"],
    ["می\u200cخواهم نامه\u200cای", "می\u200cخواهم نامه\u200cای"],
    ["क\u094d\u200dष र\u094d\u200d শ\u09cd\u200cর", "क\u094d\u200dष र\u094d\u200d শ\u09cd\u200cর"],
    ["a\u200cb \u200cک\u200c ک\u200c\u200cک क\u094d\u200d\u200d", "ab ک ک\u200cک क\u094d\u200d"],
    ["1\ufe0f\u20e3 e ❤\ufe0f", "1\ufe0f\u20e3 e ❤\ufe0f"],
    ["👩🏽\u200d🚀 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈", "👩🏽\u200d🚀 👨\u200d👩\u200d👧 🏳\ufe0f\u200d🌈"],
  ])("[T54] %j becomes %j", (typedText, tidy) => {
    expect(tidyText(typedText)).toBe(tidy);
  });
});

describe("fields", () => {
  test.each([
    "",
    "   ",
    "\u200b",
    "\u200d",
    "\u3164",
    "\u2800\u00a0",
    "\ufe0f\ufe0f",
    "\u034f",
    "\u{e0041}",
    "\u200b\u2800",
    "\uffa0\u115f\u1160\u180e",
    "\u{1d159}\u{13441}",
    "\u200c\u2028",
    "\u200e\u2066",
  ])("[D2.31][D2.32] %j is as good as empty", (typedText) => {
    for (const field of [freeText(60, texts), lineText(60, texts)]) {
      expect(field.safeParse(typedText).error?.issues[0]?.message).toBe(texts.required);
    }
  });

  test("[D2.31] a line has no line breaks, tabs or double blanks", () => {
    expect(lineText(60, texts).parse(" Ana\n\tClara \u00a0 Lima ")).toBe("Ana Clara Lima");
    fc.assert(
      fc.property(tricky, (text) => {
        const line = lineText(60, texts).safeParse(text).data ?? "x";
        return !/[\n\r\t]| {2}|^\s|\s$/.test(line);
      }),
    );
  });

  test("[D2.31][D2.32] the limit counts characters after tidying, an emoji as one", () => {
    for (const field of [freeText(60, texts), lineText(60, texts)]) {
      expect(field.safeParse(`  ${"💛".repeat(60)}\u200b  `).success).toBe(true);
      expect(field.safeParse("💛".repeat(61)).error?.issues[0]?.message).toBe(texts.tooLong);
    }
  });

  test("NUL and broken UTF-16 are refused, not repaired", () => {
    for (const typedText of ["a\0b", "\ud83d", "\udc9b a", "a\ud83dz"]) {
      expect(isCleanText(typedText)).toBe(false);
      expect(freeText(60, texts).safeParse(typedText).success).toBe(false);
    }
    expect(isCleanText("💛 ç")).toBe(true);
  });

  test.each(["😀", "🇧🇷", "👍🏽", "👨‍👩‍👧", "❤️", "e\u0323", "क्षि"])(
    "[D2.32] %s is one character: 2,001 of them fit into 4,000, and 4,001 do not, for the browser as for the server",
    (character) => {
      const field = freeText(4_000, texts);
      for (const [count, fits] of [
        [2_001, true],
        [4_001, false],
      ] as const) {
        const text = character.repeat(count);
        expect(countCharacters(text)).toBe(count);
        expect(isTooLong(text, 4_000)).toBe(!fits);
        expect(field.safeParse(text).success).toBe(fits);
      }
    },
  );

  test("browser and server find the same texts too long, also those with many marks or invisible characters", () => {
    fc.assert(
      fc.property(tricky, fc.integer({ min: 1, max: 40 }), (piece, times) => {
        const text = piece.repeat(times);
        const error = freeText(9, texts).safeParse(text).error?.issues[0]?.message;
        expect(isTooLong(text, 9)).toBe(error === texts.tooLong);
      }),
    );
  });

  test("a text is cut between characters, and has an ellipsis only where something is missing", () => {
    expect(cutText("b".repeat(120), 120)).toBe("b".repeat(120));
    expect(cutText("b".repeat(121), 120)).toBe(`${"b".repeat(120)}…`);
    expect(cutText("Ana 🇧🇷🇧🇷", 5)).toBe("Ana 🇧🇷…");
    expect(cutText("Ana 🇧🇷", 4)).toBe("Ana…");
    fc.assert(
      fc.property(tricky, fc.integer({ min: 1, max: 12 }), (text, max) => {
        const beginning = firstCharacters(text, max);
        expect(text.startsWith(beginning)).toBe(true);
        expect(countCharacters(beginning)).toBe(Math.min(countCharacters(text), max));
      }),
    );
  });
});
