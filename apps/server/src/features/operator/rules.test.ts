import { presetBrand } from "@caramelo/contract/brand/brand";
import { findMailText, MAIL_KINDS } from "@caramelo/contract/mail/texts";
import { SETTING_NAMES } from "@caramelo/contract/operator/calls";
import { isCnpj } from "@caramelo/contract/operator/site-settings";
import { settingTexts } from "@caramelo/contract/texts/operator";
import { describe, expect, test } from "vitest";
import {
  brandInForce,
  describeValue,
  isSameValue,
  judgeValue,
  type Setting,
  sourceOf,
  splitName,
  variableOf,
  withoutSecrets,
} from "./rules.ts";

const demo = { isProduction: false };
const production = { isProduction: true };
const recovery = findMailText("recovery");

describe("the name of a setting", () => {
  test("is split into its group and its name", () => {
    expect(splitName("mail:sign-up-attempt")).toEqual({ group: "mail", name: "sign-up-attempt" });
    expect(splitName("limit:recovery")).toEqual({ group: "limit", name: "recovery" });
  });

  test("has the form that the database asks for", () => {
    for (const name of SETTING_NAMES) expect(name).toMatch(/^[a-z]+:[A-Za-z-]+$/);
  });

  test.each([
    ["brand:companyName", "COMPANY_NAME"],
    ["limit:signInAccount", "LIMIT_SIGN_IN_ACCOUNT"],
    ["profiles:fresh", "PROFILES_A_DAY_NEW"],
    ["switch:confirmsEmails", "EMAIL_CONFIRMATION"],
    ["switch:sells", undefined],
    ["mail:receipt", undefined],
  ] as const)("%s is set by the variable %s", (name, variable) => {
    expect(variableOf(splitName(name))).toBe(variable);
  });
});

describe("a value", () => {
  const cases: [Setting, unknown, string | undefined][] = [
    [{ group: "brand", name: "name" }, "Clube", undefined],
    [{ group: "brand", name: "name" }, "", settingTexts.settingRequired],
    [{ group: "brand", name: "name" }, "a".repeat(41), settingTexts.settingTooLong],
    [{ group: "brand", name: "name" }, "Clube\u0007", settingTexts.settingInvalid],
    [{ group: "brand", name: "name" }, "\uE000name\uE001", settingTexts.settingInvalid],
    [{ group: "brand", name: "name" }, true, settingTexts.settingInvalid],
    [{ group: "brand", name: "supportEmail" }, "ajuda@clube.example", undefined],
    [{ group: "brand", name: "supportEmail" }, "ajuda", settingTexts.supportEmailInvalid],
    [{ group: "brand", name: "cnpj" }, "11.222.333/0001-81", undefined],
    [{ group: "brand", name: "cnpj" }, "11.222.333/0001-80", settingTexts.cnpjInvalid],
    [{ group: "brand", name: "companyName" }, "", undefined],
    [{ group: "limit", name: "recovery" }, "5/3600", undefined],
    [{ group: "brand", name: "tagline" }, "Oi \ud800", settingTexts.settingInvalid],
    [{ group: "brand", name: "supportEmail" }, "x%0aBcc:y@z.example.com", settingTexts.supportEmailInvalid],
    [{ group: "brand", name: "supportEmail" }, "x?cc=y@clube.example", settingTexts.supportEmailInvalid],
    [{ group: "brand", name: "supportEmail" }, "ajuda.ana+1@sub.clube.example", undefined],
    [{ group: "limit", name: "calls" }, "60/60", undefined],
    [{ group: "limit", name: "calls" }, "59/60", settingTexts.rateTooLow("60 em 1 minuto")],
    [{ group: "limit", name: "calls" }, "1/1", settingTexts.rateTooLow("60 em 1 segundo")],
    [{ group: "limit", name: "calls" }, "60/1", undefined],
    [{ group: "limit", name: "calls" }, "600/3600", settingTexts.rateTooLow("3.600 em 1 hora")],
    [{ group: "limit", name: "calls" }, "1/9999999", settingTexts.windowTooLong],
    [{ group: "limit", name: "recovery" }, "1/3600", undefined],
    [{ group: "limit", name: "reports" }, "1/86400", undefined],
    [{ group: "limit", name: "recovery" }, "30/3600", undefined],
    [{ group: "limit", name: "recovery" }, "31/3600", settingTexts.rateTooHigh("30 em 1 hora")],
    [{ group: "limit", name: "recovery" }, "1/119", settingTexts.rateTooHigh("30 em 1 hora")],
    [{ group: "limit", name: "recovery" }, "1/120", undefined],
    [{ group: "limit", name: "signInAccount" }, "9999999/1", settingTexts.rateTooHigh("100 em 15 minutos")],
    [{ group: "limit", name: "recovery" }, "0/3600", settingTexts.rateInvalid],
    [{ group: "limit", name: "recovery" }, "5", settingTexts.rateInvalid],
    [{ group: "profiles", name: "ordinary" }, "1500", undefined],
    [{ group: "profiles", name: "ordinary" }, "10001", settingTexts.numberInvalid],
    [{ group: "profiles", name: "ordinary" }, "0", settingTexts.numberInvalid],
    [{ group: "switch", name: "sells" }, false, undefined],
    [{ group: "switch", name: "sells" }, "off", settingTexts.settingInvalid],
    [{ group: "mail", name: "recovery" }, recovery, undefined],
    [{ group: "mail", name: "recovery" }, "oi", settingTexts.settingInvalid],
    [{ group: "mail", name: "recovery" }, { ...recovery, label: null }, settingTexts.settingInvalid],
    [
      { group: "mail", name: "recovery" },
      { ...recovery, footnote: "Até {dia}." },
      settingTexts.placeholderUnknown("dia"),
    ],
    [{ group: "mail", name: "recovery" }, { ...recovery, footnote: "{marca}, {suporte}, {horas}" }, undefined],
  ];
  test.each(cases)("of %j that is %j is judged as %s", (setting, value, verdict) => {
    expect(judgeValue(setting, value, demo)).toBe(verdict);
  });

  test("[D1.17] of the company may not become empty while the site is in production", () => {
    for (const name of ["companyName", "cnpj", "address", "dpoContact"] as const)
      expect(judgeValue({ group: "brand", name }, "", production)).toBe(settingTexts.neededInProduction);
  });

  test("[D1.17] of the support's address must reach somebody while the site is in production", () => {
    const judge = (value: string, mode: typeof demo) =>
      judgeValue({ group: "brand", name: "supportEmail" }, value, mode);
    expect(judge(presetBrand.supportEmail, production)).toBe(settingTexts.unreachable);
    expect(judge(presetBrand.supportEmail, demo)).toBeUndefined();
    expect(judge("ajuda@clube.example", production)).toBeUndefined();
  });

  test("of our own is accepted for every mail", () => {
    for (const name of MAIL_KINDS)
      expect(judgeValue({ group: "mail", name }, findMailText(name), demo)).toBeUndefined();
  });
});

test("the environment wins over what was saved, and that over the file", () => {
  const savedSettings = new Map<string, unknown>([
    ["brand:name", "Salvo"],
    ["brand:tagline", "Salva."],
  ]);
  const preset = { ...presetBrand, name: "Do ambiente" };
  const brand = brandInForce(preset, savedSettings, new Set(["BRAND_NAME"]));
  expect(brand).toEqual({ ...preset, tagline: "Salva." });
  expect(sourceOf("brand:name", savedSettings, new Set(["BRAND_NAME"]))).toBe("environment");
  expect(sourceOf("brand:tagline", savedSettings, new Set(["BRAND_NAME"]))).toBe("saved");
  expect(sourceOf("brand:cnpj", savedSettings, new Set())).toBe("preset");
});

test("a value is described as people read it", () => {
  expect(describeValue(undefined)).toBeNull();
  expect(describeValue(true)).toBe("Ligado");
  expect(describeValue("10/900")).toBe("10/900");
  expect(describeValue(recovery)?.split("\n")).toEqual([
    recovery.subject,
    ...recovery.paragraphs,
    recovery.label,
    recovery.footnote,
  ]);
});

test("two mail texts are the same whatever the order of their keys", () => {
  const { subject, paragraphs, label, footnote } = recovery;
  expect(isSameValue(recovery, { footnote, label, paragraphs, subject })).toBe(true);
  expect(isSameValue(recovery, { ...recovery, subject: "Outro" })).toBe(false);
  expect(isSameValue(undefined, "")).toBe(false);
});

test("the address of a mail server is shown without its user and password", () => {
  expect(withoutSecrets("smtps://user:secret@mail.example:465/path?a=secret")).toBe("smtps://mail.example:465");
});

test.each([
  ["11.222.333/0001-81", true],
  ["11222333000181", true],
  // The example of the tax authority for numbers with letters.
  ["12.ABC.345/01DE-35", true],
  ["12.ABC.345/01DE-36", false],
  ["00.000.000/0000-00", false],
  ["11.222.333/0001", false],
])("%s is a CNPJ: %s", (text, isExpected) => {
  expect(isCnpj(text)).toBe(isExpected);
});
