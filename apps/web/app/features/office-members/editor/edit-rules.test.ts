import { mapAbout } from "@caramelo/contract/texts/about";
import { describe, expect, test } from "vitest";
import { accountTypesOf } from "~/platform/person-rules.ts";
import { findUserErrors, toEditBody, type UserForm } from "./edit-rules.ts";

const form: UserForm = {
  name: "Ana",
  email: "ana@exemplo.invalid",
  age: "30",
  gender: "Feminino",
  accountType: "baby",
  city: { value: "3550308", label: "São Paulo, SP" },
  ...mapAbout(() => "Um texto."),
  isVerified: false,
  isPremium: false,
  isActive: true,
  isWildcardCity: false,
  reason: "",
};

describe("the form of a user", () => {
  test.each([
    [{ name: " " }, { name: "Nome é obrigatório" }],
    [{ age: "17" }, { age: "Idade deve ser pelo menos 18 anos" }],
    [{ age: "100" }, { age: "A idade deve ser no máximo 99 anos" }],
    [{ email: " " }, { email: "Email é obrigatório" }],
    [{ bio: " " }, { bio: "Biografia é obrigatória" }],
    [{ lookingFor: " " }, { lookingFor: 'Campo "Buscando" é obrigatório' }],
    [{ city: null }, { city: "Localização é obrigatória" }],
    [{ gender: "Masculino" as const }, { accountType: "Selecione seu tipo de conta" }],
    [{ isActive: false }, { reason: "Escreva o motivo" }],
  ])("[K5.07][K5.08][K5.09][K5.10][D5.06] with %j says %j", (changes, errors) => {
    expect(findUserErrors({ ...form, ...changes }, true)).toEqual(errors);
  });

  test("asks for no reason when the account was inactive before", () => {
    expect(findUserErrors({ ...form, isActive: false }, false)).toEqual({});
  });

  const openedForm = { updatedAt: "2026-11-23T12:00:00.000Z", email: form.email, isPremium: form.isPremium };

  test("travels with the state that it began from", () => {
    const { city: _, reason: __, email: ___, isPremium: ____, ...fields } = form;
    expect(toEditBody(form, openedForm)).toEqual({
      ...fields,
      updatedAt: openedForm.updatedAt,
      age: 30,
      cityId: 3_550_308,
    });
    expect(toEditBody({ ...form, reason: " golpe " }, openedForm).reason).toBe("golpe");
  });

  test("says nothing of the address and of premium unless it changes them", () => {
    const changedBody = toEditBody({ ...form, email: "bia@exemplo.invalid", isPremium: true }, openedForm);
    expect(changedBody).toMatchObject({ email: "bia@exemplo.invalid", isPremium: true });
    const same = toEditBody({ ...form, email: ` ${form.email} ` }, openedForm);
    expect([same.email, same.isPremium]).toEqual([undefined, undefined]);
  });

  test("offers the account types of the gender", () => {
    expect([accountTypesOf("Feminino"), accountTypesOf("Masculino")]).toEqual([["baby", "mommy"], ["daddy"]]);
  });
});
