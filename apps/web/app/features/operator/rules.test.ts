import { findMailText } from "@caramelo/contract/mail/texts";
import { describe, expect, test } from "vitest";
import {
  databaseText,
  describeRate,
  findNewValues,
  listChanges,
  previewMail,
  readMailKind,
  readTab,
  toMailForm,
  toMailText,
  validateMail,
  validateTexts,
} from "./rules.ts";

const setting = (
  name: string,
  value: string,
  preset = value,
  source: "preset" | "saved" | "environment" = "preset",
) => {
  return { name, value, preset, source, variable: "X" };
};

describe("the settings that a form saves", () => {
  test("are those that changed and that the environment does not set", () => {
    const settings = [
      setting("brand:name", "Caramelo"),
      setting("brand:tagline", "Antes.", "Nossa.", "saved"),
      setting("brand:cnpj", "", "", "environment"),
      setting("brand:address", "Rua A"),
    ];
    const typedValues = {
      "brand:name": " Clube ",
      "brand:tagline": "Nossa.",
      "brand:cnpj": "1",
      "brand:address": "Rua A",
    };
    const shownValues = {
      "brand:name": "Caramelo",
      "brand:tagline": "Antes.",
      "brand:cnpj": "",
      "brand:address": "Rua A",
    };
    expect(listChanges(settings, typedValues, shownValues)).toEqual([
      { name: "brand:name", value: "Clube" },
      { name: "brand:tagline", value: null },
    ]);
  });

  test("are not those that another person has changed since the form was shown", () => {
    const settings = [setting("brand:name", "Clube", "Caramelo", "saved"), setting("brand:address", "Rua B")];
    const shownValues = { "brand:name": "Caramelo", "brand:address": "Rua A" };
    const typedValues = { "brand:name": "Caramelo", "brand:address": "Rua C" };
    expect(listChanges(settings, typedValues, shownValues)).toEqual([{ name: "brand:address", value: "Rua C" }]);
    expect(findNewValues(settings, typedValues, shownValues)).toEqual({ "brand:name": "Clube" });
  });

  test("are checked under their fields", () => {
    const wrong = validateTexts({
      "brand:name": " ",
      "brand:cnpj": "11.222.333/0001-80",
      "brand:companyName": "",
      "brand:supportEmail": "ajuda",
      "limit:recovery": "3",
      "limit:links": "60/3600",
      "profiles:ordinary": "10001",
    });
    expect(Object.keys(wrong)).toEqual([
      "brand:name",
      "brand:cnpj",
      "brand:supportEmail",
      "limit:recovery",
      "profiles:ordinary",
    ]);
  });
});

test.each([
  ["10/900", "10 em 15 minutos"],
  ["3/3600", "3 em 1 hora"],
  ["10/86400", "10 em 1 dia"],
  ["2000000/172800", "2.000.000 em 2 dias"],
  ["7/61", "7 em 61 segundos"],
  ["7", undefined],
])("the rate %s reads as %s", (rate, text) => {
  expect(describeRate(rate)).toBe(text);
});

test("an address that names no tab and no mail opens the first", () => {
  expect(readTab("limites")).toBe("limites");
  expect(readTab("nada")).toBe("marca");
  expect(readMailKind("receipt")).toBe("receipt");
  expect(readMailKind("toString")).toBe("recovery");
});

describe("the words of a mail", () => {
  const text = findMailText("sign-up-pending");
  const form = toMailForm(text);

  test("come back from their form as they went in", () => {
    expect(toMailText("sign-up-pending", form)).toEqual(text);
    expect(validateMail("sign-up-pending", form)).toEqual({});
  });

  test("have paragraphs wherever a line is empty, and no button where the mail has none", () => {
    const typedWords = { ...form, body: " Um\ndois \n\n\n \nTrês", label: "Abrir" };
    expect(toMailText("password-changed", typedWords)).toMatchObject({ paragraphs: ["Um dois", "Três"], label: null });
  });

  test("are checked under their fields", () => {
    const wrong = { subject: "", body: "Até {dia}", label: "a".repeat(41), footnote: "{marca}" };
    expect(Object.keys(validateMail("recovery", wrong))).toEqual(["subject", "body", "label"]);
    expect(validateMail("recovery", { ...form, body: " " }).body).toBe("Este campo não pode ficar vazio");
    expect(validateMail("recovery", { ...form, body: Array(7).fill("a").join("\n\n") }).body).toMatch(/parágrafos/);
  });

  test("are previewed with the brand and the examples", () => {
    const typedWords = { ...form, subject: "{marca}: {horas} horas", body: "{desconhecido}" };
    const examples = { marca: "Clube", suporte: "oi@clube.example", origin: "https://clube.example" };
    const preview = previewMail("recovery", typedWords, examples);
    expect(preview.subject).toBe("Clube: 24 horas");
    expect(preview.paragraphs).toEqual(["{desconhecido}"]);
    expect(previewMail("news", { ...typedWords, footnote: "Desligar:" }, examples).footnote).toBe(
      "Desligar: https://clube.example/configuracoes",
    );
  });
});

test.each([
  [{ isEmbedded: true, version: "18.4" }, "PostgreSQL 18.4, embutido", /sites pequenos.*18\.6, mais segura.*próprio/],
  [{ isEmbedded: true, version: "18.6" }, "PostgreSQL 18.6, embutido", /sites pequenos\. O manual/],
  [{ isEmbedded: false, version: "15.18 (Debian 15.18-0)" }, "PostgreSQL 15.18 (Debian 15.18-0), próprio", undefined],
])("the database is named with what speaks against it: %j", (database, version, advice) => {
  const words = databaseText({ database });
  expect(words.version).toBe(version);
  if (advice) expect(words.advice).toMatch(advice);
  else expect(words.advice).toBeUndefined();
});
