import { profiles } from "@caramelo/contract/profiles";
import { describe, expect, test } from "vitest";
import {
  conversationsWord,
  type EditForm,
  findEditFaults,
  findOffer,
  type OwnProfile,
  toChangeBody,
  toEditFaults,
  toEditForm,
  tokensWord,
} from "./own-rules.ts";

const own: OwnProfile = {
  id: "0192f000-0000-7000-8000-000000000001",
  name: "Ricardo",
  role: "daddy",
  gender: "Masculino",
  age: 46,
  isAgeFixed: false,
  city: { id: 3550308, label: "São Paulo, SP" },
  bio: "Velejador.",
  lookingFor: "Boa conversa.",
  memberSince: 2024,
  isVerified: true,
  isPremium: false,
  isHighlighted: false,
  isWildcardCity: false,
  balance: { tokens: 72, conversations: 6 },
  photos: [],
};
const form = toEditForm(own);
const faultsOf = (changes: Partial<EditForm>) => findEditFaults({ ...form, ...changes });

describe("the edit form", () => {
  test("starts with the profile, has no fault, and sends what the contract takes", () => {
    expect(findEditFaults(form)).toEqual({});
    expect(profiles.change.body.safeParse(toChangeBody(form)).success).toBe(true);
    expect(toChangeBody({ ...form, age: "47" })).toMatchObject({ name: "Ricardo", age: 47, cityId: 3550308 });
  });

  test.each<[string, Partial<EditForm>, object]>([
    ["[M5.25] no name", { name: " " }, { name: "Nome é obrigatório" }],
    ["[M5.25] no age", { age: "" }, { age: "Idade é obrigatória" }],
    ["[M5.25] seventeen", { age: "17" }, { age: "Você deve ter pelo menos 18 anos" }],
    ["[M5.25] a hundred", { age: "100" }, { age: "A idade deve ser no máximo 99 anos" }],
    ["[M5.25] no city", { city: null }, { city: "Localização é obrigatória" }],
    ["[M5.25] no bio", { bio: "" }, { bio: "Sobre você é obrigatório" }],
    ["[M5.25] nothing sought", { lookingFor: "\n" }, { lookingFor: "O que você busca é obrigatório" }],
  ])("%s", (_, changes, faults) => {
    expect(faultsOf(changes)).toEqual(faults);
    expect(toChangeBody({ ...form, ...changes })).toBeUndefined();
  });

  test("puts the server's words at its own fields, and unknown ones nowhere", () => {
    expect(toEditFaults({ cityId: "Localização é obrigatória", name: "Valor inválido", email: "x" })).toEqual({
      name: "Valor inválido",
      city: "Localização é obrigatória",
    });
    expect(Object.keys(toEditFaults({ lookingFor: "a", cityId: "b", age: "c" }))).toEqual([
      "age",
      "city",
      "lookingFor",
    ]);
  });

  test("of somebody who has grown to a hundred can be saved", () => {
    expect(findEditFaults(toEditForm({ ...own, age: 100 }))).toEqual({});
  });

  test("of staff, who have no facts, is empty", () => {
    expect(toEditForm({ ...own, age: null, city: null, bio: null, lookingFor: null })).toEqual({
      name: "Ricardo",
      age: "",
      city: null,
      bio: "",
      lookingFor: "",
    });
  });
});

describe("what a member is offered", () => {
  const offer = (role: OwnProfile["role"], isPremium = false, isHighlighted = false) =>
    findOffer({ role, isPremium, isHighlighted });

  test("[M2.51][M6.02] the highlight: a baby who has none, and nobody else", () => {
    expect(offer("baby")).toBe("highlight");
    expect(offer("baby", true)).toBe("highlight");
    expect(offer("baby", false, true)).toBeUndefined();
  });

  test("[M2.52] premium and tokens: a daddy or mommy without premium, and nobody else", () => {
    for (const role of ["daddy", "mommy"] as const) {
      expect(offer(role)).toBe("premium");
      expect(offer(role, true)).toBeUndefined();
    }
    expect(offer("admin")).toBeUndefined();
  });
});

test("words agree with their number", () => {
  expect([tokensWord(1), tokensWord(0), tokensWord(72)]).toEqual(["ficha", "fichas", "fichas"]);
  expect([conversationsWord(1), conversationsWord(6)]).toEqual(["conversa restante", "conversas restantes"]);
});
