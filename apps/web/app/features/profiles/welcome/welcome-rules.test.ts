import { readFilter } from "@caramelo/contract/discovery/address";
import { describe, expect, test } from "vitest";
import { describeWelcome, greet, nearPath, profileLink } from "./welcome-rules.ts";

describe("[D2.60] the welcome", () => {
  test.each([
    ["baby", "Helena", "Bem-vinda, Helena"],
    ["mommy", "Helena", "Bem-vinda, Helena"],
    ["daddy", "Otávio", "Bem-vindo, Otávio"],
    ["baby", "Ana Beatriz", "Bem-vinda, Ana Beatriz"],
    ["daddy", "Maximiliano de Albuquerque", "Bem-vindo, Maximiliano"],
  ] as const)("greets a %s called %s in the right gender", (role, name, greeting) => {
    expect(greet({ role, name })).toBe(greeting);
  });

  test("says that the profile is on the air only where others see it", () => {
    const helena = { role: "baby", name: "Helena" } as const;
    expect(describeWelcome(helena, true).title).toBe("Bem-vinda, Helena. Seu perfil está no ar");
    const hiddenWelcome = describeWelcome(helena, false);
    expect(hiddenWelcome.title).toBe("Bem-vinda, Helena");
    expect(hiddenWelcome.text).toContain("não aparece para as outras pessoas");
  });

  test("leads to people within 100 km of the own city, by a filter that the search reads", () => {
    const path = nearPath("baby", 3_550_308);
    const { pathname, searchParams } = new URL(path, "https://caramelo.test");
    expect(pathname).toBe("/busca");
    expect(readFilter(searchParams, "baby")).toMatchObject({ cityId: 3_550_308, distanceKm: 100 });
    expect(nearPath("daddy", undefined)).toBe("/busca");
  });

  test("leads to more photos until there is no place for another one", () => {
    expect(profileLink(2)).toEqual({ to: "/perfil", label: "Adicionar mais fotos" });
    expect(profileLink(5).label).toBe("Ver meu perfil");
  });
});
