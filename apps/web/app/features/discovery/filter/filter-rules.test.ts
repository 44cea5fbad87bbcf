import {
  emptyFilter,
  type Filter,
  fromSaved,
  listRoles,
  readFilter,
  readTab,
  tidy,
  toQuestion,
} from "@caramelo/contract/discovery/address";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { agesText, distanceText, findDemos, foundText, resultText, summarize, toApplied } from "./filter-rules.ts";

const address = (text: string) => new URLSearchParams(text);
const filter = (changes: Partial<Filter> = {}): Filter => ({ ...emptyFilter("daddy"), ...changes });
const chosenFilter = filter({
  ageMin: 22,
  ageMax: 34,
  cityId: 3_550_308,
  distanceKm: 50,
  verified: "1",
  presence: "recent",
});

/** Any filter that a baby can choose. */
const anyFilter = fc
  .record({
    ageMin: fc.integer({ min: 18, max: 79 }),
    span: fc.integer({ min: 1, max: 62 }),
    cityId: fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: undefined }),
    distanceKm: fc.integer({ min: 1, max: 40 }).map((steps) => steps * 5),
    role: fc.constantFrom("daddy" as const, "mommy" as const, undefined),
    verified: fc.constantFrom("1" as const, undefined),
    presence: fc.constantFrom("online" as const, "recent" as const, undefined),
  })
  .map(({ span, ...rest }) => tidy({ ...rest, ageMax: Math.min(80, rest.ageMin + span) }));

describe("the filter in the address", () => {
  test("[K2.16][K2.17] a tab and a filter are written in short words, and read again as they were", () => {
    expect(toApplied(filter(), "daddy").address).toEqual({});
    expect(toApplied(chosenFilter, "daddy").address).toEqual({
      idade: "22-34",
      cidade: "3550308",
      km: "50",
      verificados: "1",
      presenca: "recente",
    });
    fc.assert(
      fc.property(anyFilter, (filter) => {
        const writtenParams = new URLSearchParams(toApplied(filter, "baby").address);
        expect(readFilter(writtenParams, "baby") ?? emptyFilter("baby")).toEqual(filter);
      }),
    );
  });

  test("an address without a filter has none, and what does not fit is left out", () => {
    expect(readFilter(address("aba=novos"), "daddy")).toBeUndefined();
    const odd = "idade=34-22&cidade=abc&km=7&verificados=sim&presenca=ontem&tipo=daddy";
    expect(readFilter(address(odd), "daddy")).toEqual(filter());
    expect(readFilter(address("idade=17-90"), "daddy")).toEqual(filter());
    expect(readFilter(address("cidade=1&km=52"), "daddy")?.distanceKm).toBe(50);
    expect(["novos", "destaque", "premium"].map((tab) => readTab(address(`aba=${tab}`)))).toEqual([
      "novos",
      "destaque",
      "todos",
    ]);
  });

  test("[K5.05] a distance without a city does not count", () => {
    expect(readFilter(address("km=50"), "daddy")).toEqual(filter());
    expect(tidy(filter({ distanceKm: 50 }))).toEqual(filter());
    expect(tidy({ ...chosenFilter, distanceKm: 200 }).distanceKm).toBeUndefined();
    expect(tidy(chosenFilter)).toEqual(chosenFilter);
  });
});

describe("the filter", () => {
  test("[K5.03] starts at 18 to 60 and any distance, and for staff at everybody", () => {
    expect(emptyFilter("baby")).toEqual({ ageMin: 18, ageMax: 60 });
    expect(emptyFilter("admin")).toEqual({ ageMin: 18, ageMax: 80 });
  });

  test("[D1.04][D1.09] lets a baby choose between daddies and mommies, staff between all types, and others nothing", () => {
    expect(listRoles("baby")).toEqual(["daddy", "mommy"]);
    expect(listRoles("admin")).toEqual(["baby", "daddy", "mommy"]);
    expect(listRoles("daddy")).toEqual([]);
    expect(readFilter(address("tipo=mommy"), "baby")?.role).toBe("mommy");
    expect(readFilter(address("tipo=baby"), "baby")?.role).toBeUndefined();
  });

  test("asks the server for the tab and for what is chosen only", () => {
    expect(toQuestion("todos", filter())).toEqual({ ageMin: 18, ageMax: 60 });
    expect(toQuestion("destaque", filter())).toEqual({ tab: "highlighted", ageMin: 18, ageMax: 60 });
    expect(toQuestion("novos", chosenFilter)).toEqual({
      tab: "new",
      ageMin: 22,
      ageMax: 34,
      cityId: 3_550_308,
      distanceKm: 50,
      verified: "1",
      presence: "recent",
    });
  });

  test("is remembered without what is not chosen, and comes back as it was", () => {
    expect(toApplied(filter(), "daddy").saved).toEqual({});
    expect(fromSaved(null, "daddy")).toEqual(filter());
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(fromSaved(toApplied(filter, "baby").saved, "baby")).toEqual(filter);
      }),
    );
  });
});

describe("the words of the filter", () => {
  test("[K2.19] the chip sums up what is chosen, and there is none when nothing is", () => {
    expect(summarize(filter(), "daddy", undefined)).toBe("");
    expect(summarize(filter({ ageMin: 22, ageMax: 34 }), "daddy", undefined)).toBe("22 a 34 anos");
    expect(summarize(chosenFilter, "daddy", "São Paulo, SP")).toBe(
      "São Paulo, SP · 22 a 34 anos · até 50 km · Verificados · Online Recente",
    );
    expect(summarize(filter({ role: "mommy" }), "baby", undefined)).toBe("Mommies");
    expect(summarize(filter({ cityId: 1 }), "daddy", undefined)).toBe("Cidade escolhida");
  });

  test("[D3.04][K5.04] the upper ends mean more than they say", () => {
    expect(agesText(18, 60)).toBe("18 a 60 anos");
    expect(agesText(30, 80)).toBe("30 anos ou mais");
    expect(agesText(18, 80)).toBe("Todas as idades");
    expect(distanceText(195)).toBe("até 195 km");
    expect(distanceText(200)).toBe("Qualquer distância");
  });

  test("the count reads in words, and says when profiles belong to the demonstration", () => {
    expect([foundText(0), foundText(1), foundText(1284)]).toEqual([
      "Nenhum perfil com estes filtros",
      "1 perfil com estes filtros",
      "1.284 perfis com estes filtros",
    ]);
    expect(resultText(1, "none")).toBe("1 perfil");
    expect(resultText(42, "all")).toBe("42 perfis de demonstração");
    expect(resultText(42, "some")).toBe("42 perfis, alguns de demonstração");
    expect(findDemos([])).toBe("none");
    expect(findDemos([{ isDemo: true }, { isDemo: false }])).toBe("some");
    expect(findDemos([{ isDemo: true }])).toBe("all");
  });
});
