import { describe, expect, test } from "vitest";
import { CATEGORY_NAMES, dataCategories, fillPeriods, listPlaces } from "./categories.ts";
import { laws } from "./laws.ts";
import { periods, periodText } from "./periods.ts";

test.each([
  [{ hours: 24 }, "24 horas"],
  [{ days: 1 }, "1 dia"],
  [{ days: 183 }, "183 dias"],
  [{ months: 1 }, "1 mês"],
  [{ months: 12 }, "12 meses"],
  [{ years: 5 }, "5 anos"],
])("the period %j is written %s", (period, text) => {
  expect(periodText(period)).toBe(text);
});

describe("the texts of the data categories", () => {
  const texts = CATEGORY_NAMES.flatMap((name) => [dataCategories[name].keptFor, dataCategories[name].onErasure]);

  test("name in braces only periods that there are", () => {
    expect(texts.flatMap(listPlaces).filter((name) => !Object.hasOwn(periods, name))).toEqual([]);
  });

  test("are written with the periods in place of their names", () => {
    expect(fillPeriods("Visitas: {visits}, e-mails: {mails}.")).toBe("Visitas: 12 meses, e-mails: 30 dias.");
    expect(texts.map(fillPeriods).filter((text) => /[{}]/.test(text))).toEqual([]);
  });

  test("leave a name that is no period as it is", () => {
    expect(fillPeriods("{toString} {secrets}")).toBe("{toString} {secrets}");
  });
});

test("[D5.12] the category of sign-ins names passkeys, and the accounts that stay although they were never confirmed", () => {
  const { holds, keptFor } = dataCategories.signIn;
  expect(holds).toContain("chaves de acesso (parte pública, nome e último uso)");
  expect(holds).toContain("segundo fator (aplicativo autenticador e códigos de recuperação, criptografados)");
  expect(fillPeriods(keptFor)).toContain("Cadastros não confirmados (fora os suspensos) ou repetidos: 30 dias,");
});

test("each law is one by which some data category is used", () => {
  const usedLaws = new Set<string>(CATEGORY_NAMES.flatMap((name) => dataCategories[name].laws));
  expect(Object.keys(laws).filter((law) => !usedLaws.has(law))).toEqual([]);
});
