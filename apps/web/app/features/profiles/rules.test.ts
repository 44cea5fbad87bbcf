import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chatPath, cutCardName, distanceText, listLabels, mayWriteTo, verifiedWord, WILDCARD_TEXT } from "./rules.ts";

describe("the name on a card", () => {
  test("[M2.61] of more than 15 characters is its first 12 and an ellipsis", () => {
    expect(cutCardName("Maria Fernanda Souza")).toBe("Maria Fernan…");
    expect(cutCardName("Abcdefghijklmno")).toBe("Abcdefghijklmno");
    expect(cutCardName("Abcdefghijklmnop")).toBe("Abcdefghijkl…");
  });

  test("[M2.61] has no blank before the ellipsis, and cuts no emoji in two", () => {
    expect(cutCardName("Ana Beatriz Oliveira")).toBe("Ana Beatriz…");
    expect(cutCardName("😀".repeat(16))).toBe(`${"😀".repeat(12)}…`);
  });

  test("[M2.61] is whole up to 15 characters, and never longer than 13 when cut", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-composite", maxLength: 60 }), (name) => {
        const shown = cutCardName(name);
        if ([...name].length <= 15) expect(shown).toBe(name);
        else expect([...shown].length).toBeLessThanOrEqual(13);
      }),
    );
  });
});

describe("what a profile says of itself", () => {
  test("[M2.57] agrees with the person", () => {
    expect([verifiedWord("baby"), verifiedWord("mommy"), verifiedWord("daddy")]).toEqual([
      "Verificada",
      "Verificada",
      "Verificado",
    ]);
  });

  test("[D3.21] tells a managed profile and one of the demonstration, and nothing of others", () => {
    expect(listLabels({ isManaged: false, isDemo: false })).toEqual([]);
    expect(listLabels({ isManaged: true, isDemo: false })).toEqual(["Perfil gerenciado"]);
    expect(listLabels({ isManaged: true, isDemo: true })).toEqual(["Perfil gerenciado", "Perfil de demonstração"]);
  });

  test("[D3.26] tells how far away somebody lives, and nothing where no distance is given", () => {
    expect(distanceText(6)).toBe("6 km");
    expect(distanceText(1_006)).toBe("1.006 km");
    expect(distanceText(0)).toBe("Na mesma cidade");
    expect(distanceText(null)).toBeUndefined();
  });

  test("[D3.25] explains the wildcard city in the words of the house", () => {
    expect(WILDCARD_TEXT).toBe("Esta pessoa aceita conhecer alguém de qualquer cidade; a cidade mostrada é a sua.");
  });
});

describe("the message button", () => {
  test("[M2.56] leads to the conversation", () => {
    expect(chatPath("abc")).toBe("/mensagens?userId=abc");
  });

  test("[D3.24] stands only with the opposite side, and never with a managed profile", () => {
    expect(mayWriteTo({ isOppositeSide: true, isManaged: false })).toBe(true);
    expect(mayWriteTo({ isOppositeSide: true, isManaged: true })).toBe(false);
    expect(mayWriteTo({ isOppositeSide: false, isManaged: false })).toBe(false);
  });
});
