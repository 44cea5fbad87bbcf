import { describe, expect, test } from "vitest";
import { findOwnHint } from "./own-hint-rules.ts";

const full = { photos: [1, 2, 3], bio: "Gosto de cinema e de viajar.", lookingFor: "Boas conversas e bons jantares." };

describe("the hint about one's own profile", () => {
  test("names what would help most: photos first, then the text about oneself, then what one looks for", () => {
    const poor = { photos: [1, 2], bio: "Oi.", lookingFor: "" };
    expect(findOwnHint(poor)).toMatchObject({ text: "Seu perfil tem 2 fotos, e cabem até 5.", to: "/perfil" });
    expect(findOwnHint({ ...poor, photos: [1] }).text).toBe("Seu perfil tem 1 foto, e cabem até 5.");
    expect(findOwnHint({ ...poor, photos: full.photos }).title).toBe("Conte mais sobre você");
    expect(findOwnHint({ ...full, lookingFor: null }).title).toBe("Diga o que você busca");
  });

  test("says so when nothing is missing, and leads to the profile as others see it", () => {
    expect(findOwnHint(full)).toMatchObject({ title: "Seu perfil está completo", to: "/perfil?ver=outros" });
  });
});
