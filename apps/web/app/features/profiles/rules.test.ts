import { countCharacters } from "@caramelo/contract/formats/graphemes";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { cutCardName, distanceText, listLabels, mayWriteTo, verifiedWord, WILDCARD_TEXT } from "./rules.ts";

describe("a name on a card", () => {
  test("[M2.61] is cut to 12 characters and an ellipsis when it has more than 15", () => {
    expect(cutCardName("Maria Fernanda Souza")).toBe("Maria Fernan…");
    expect(cutCardName("Abcdefghijklmno")).toBe("Abcdefghijklmno");
    expect(cutCardName("Abcdefghijklmnop")).toBe("Abcdefghijkl…");
  });

  test("[M2.61] has no blank before the ellipsis and no emoji cut in two", () => {
    expect(cutCardName("Ana Beatriz Oliveira")).toBe("Ana Beatriz…");
    expect(cutCardName("😀".repeat(16))).toBe(`${"😀".repeat(12)}…`);
    expect(cutCardName(`Marina ${"🇧🇷".repeat(9)}`)).toBe(`Marina ${"🇧🇷".repeat(5)}…`);
    expect(cutCardName(`Marina ${"🇧🇷".repeat(5)}`)).toBe(`Marina ${"🇧🇷".repeat(5)}…`);
    expect(cutCardName("Ana 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧")).toBe("Ana 👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧");
  });

  test("[M2.61] is whole up to 15 characters and never longer than 13 when cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-composite", maxLength: 60 }), (name) => {
        const shownName = cutCardName(name);
        if ([...name].length <= 15) expect(shownName).toBe(name);
        else expect(countCharacters(shownName)).toBeLessThanOrEqual(13);
      }),
    );
  });
});

describe("a profile", () => {
  test("[M2.57] has a badge that agrees in gender with the person", () => {
    expect([verifiedWord("baby"), verifiedWord("mommy"), verifiedWord("daddy")]).toEqual([
      "Verificada",
      "Verificada",
      "Verificado",
    ]);
  });

  test("[D3.21] is labelled when it is managed or made for a demonstration", () => {
    expect(listLabels({ isManaged: false, isDemo: false })).toEqual([]);
    expect(listLabels({ isManaged: true, isDemo: false })).toEqual(["Perfil gerenciado"]);
    expect(listLabels({ isManaged: true, isDemo: true })).toEqual(["Perfil gerenciado", "Perfil de demonstração"]);
  });

  test("[D3.26] says how far away the member lives, and nothing when there is no distance", () => {
    expect(distanceText(6)).toBe("6 km");
    expect(distanceText(1_006)).toBe("1.006 km");
    expect(distanceText(0)).toBe("Na mesma cidade");
    expect(distanceText(null)).toBeUndefined();
  });

  test("[D3.25] explains the wildcard city in the specified words", () => {
    expect(WILDCARD_TEXT).toBe("Esta pessoa aceita conhecer alguém de qualquer cidade; a cidade mostrada é a sua.");
  });
});

describe("the message button", () => {
  test("[D3.24] shows only to the opposite side, and never on a managed profile", () => {
    expect(mayWriteTo({ isOppositeSide: true, isManaged: false })).toBe(true);
    expect(mayWriteTo({ isOppositeSide: true, isManaged: true })).toBe(false);
    expect(mayWriteTo({ isOppositeSide: false, isManaged: false })).toBe(false);
  });
});
