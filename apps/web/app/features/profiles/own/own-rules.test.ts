import { profiles } from "@caramelo/contract/profiles/calls";
import { mapAbout } from "@caramelo/contract/texts/about";
import { tokensWord } from "@caramelo/contract/texts/billing";
import { describe, expect, test } from "vitest";
import {
  conversationsWord,
  type EditForm,
  findEditErrors,
  findOffer,
  type OwnProfile,
  toChangeBody,
  toEditForm,
} from "./own-rules.ts";

const own: OwnProfile = {
  id: "0192f000-0000-7000-8000-000000000001",
  name: "Ricardo",
  role: "daddy",
  gender: "Masculino",
  age: 46,
  isAgeFixed: false,
  city: { id: 3550308, label: "São Paulo, SP" },
  ...mapAbout(() => "Velejador."),
  memberSince: 2024,
  isVerified: true,
  isPremium: false,
  isHighlighted: false,
  isWildcardCity: false,
  balance: { tokens: 72, conversations: 6 },
  premiumUntil: null,
  highlightedUntil: null,
  photos: [],
  updatedAt: "2026-11-28T12:00:00.000Z",
};
const form = toEditForm(own);
const errorsOf = (changes: Partial<EditForm>) => findEditErrors({ ...form, ...changes });

describe("the edit form", () => {
  test("starts with the profile, has no error, and sends what the contract accepts", () => {
    expect(findEditErrors(form)).toEqual({});
    expect(profiles.change.body.safeParse(toChangeBody(form, own)).success).toBe(true);
    expect(toChangeBody({ ...form, age: "47" }, own)).toMatchObject({
      name: "Ricardo",
      age: 47,
      cityId: 3550308,
      updatedAt: own.updatedAt,
    });
  });

  test.each<[string, Partial<EditForm>, object]>([
    ["[M5.25] no name", { name: " " }, { name: "Nome é obrigatório" }],
    ["[M5.25] no age", { age: "" }, { age: "Idade é obrigatória" }],
    ["[M5.25] seventeen", { age: "17" }, { age: "Você deve ter pelo menos 18 anos" }],
    ["[M5.25] a hundred", { age: "100" }, { age: "A idade deve ser no máximo 99 anos" }],
    ["[M5.25] no city", { city: null }, { city: "Localização é obrigatória" }],
    ["[M5.25] no bio", { bio: "" }, { bio: "Sobre você é obrigatório" }],
    ["[M5.25] nothing sought", { lookingFor: "\n" }, { lookingFor: "Conte o que você busca" }],
  ])("%s", (_, changes, errors) => {
    expect(errorsOf(changes)).toEqual(errors);
    expect(toChangeBody({ ...form, ...changes }, own)).toBeUndefined();
  });

  test("of a member who has turned a hundred can be saved", () => {
    expect(findEditErrors(toEditForm({ ...own, age: 100 }))).toEqual({});
  });

  test("of staff, who have no profile, is empty except for the name", () => {
    expect(toEditForm({ ...own, age: null, city: null, ...mapAbout(() => null) })).toEqual({
      name: "Ricardo",
      age: "",
      city: null,
      ...mapAbout(() => ""),
    });
  });
});

describe("the offer to a member", () => {
  const offer = (role: OwnProfile["role"], isPremium = false, isHighlighted = false) =>
    findOffer({ role, isPremium, isHighlighted });

  test("[M2.51][M6.02] is the highlight only for a baby who has none", () => {
    expect(offer("baby")).toBe("highlight");
    expect(offer("baby", true)).toBe("highlight");
    expect(offer("baby", false, true)).toBeUndefined();
  });

  test("[M2.52] is premium and tokens only for a daddy or mommy without premium", () => {
    for (const role of ["daddy", "mommy"] as const) {
      expect(offer(role)).toBe("premium");
      expect(offer(role, true)).toBeUndefined();
    }
    expect(offer("admin")).toBeUndefined();
  });
});

test("nouns agree with their number", () => {
  expect([tokensWord(1), tokensWord(0), tokensWord(72)]).toEqual(["ficha", "fichas", "fichas"]);
  expect([conversationsWord(1), conversationsWord(6)]).toEqual(["conversa restante", "conversas restantes"]);
});
