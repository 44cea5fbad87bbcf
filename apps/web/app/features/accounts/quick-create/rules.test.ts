import { mapAbout } from "@caramelo/contract/texts/about";
import { describe, expect, test } from "vitest";
import type { QuickPerson } from "./queries.ts";
import { findPhotosError, findQuickErrors, isReservedAddress, toCreateBody, toQuickForm } from "./rules.ts";

const person: QuickPerson = {
  email: "ana.lima.a1b2c3@exemplo.invalid",
  password: "abcdefghijklmnop",
  name: "Ana Lima",
  age: 24,
  gender: "Feminino",
  accountType: "baby",
  city: { id: 3_550_308, label: "São Paulo, SP" },
  ...mapAbout(() => "Um texto."),
  face: "0123456789abcdef",
  photos: 3,
};
const form = toQuickForm(person);

describe("the form of quick creation", () => {
  test("[K2.66] is filled with a made-up person and travels as it is", () => {
    expect(findQuickErrors(form)).toEqual({});
    const { city: _, face: __, photos: ___, ...fields } = person;
    expect(toCreateBody(form)).toEqual({ ...fields, cityId: 3_550_308 });
    expect(toCreateBody({ ...form, sendsInvitation: true })).toMatchObject({ sendsInvitation: true });
    for (const missingFields of [{ city: null }, { gender: "" as const }, { accountType: "" as const }])
      expect(toCreateBody({ ...form, ...missingFields })).toBeUndefined();
  });

  test.each([
    [{ email: "" }, { email: "Email é obrigatório" }],
    [{ email: "x" }, { email: "Email inválido" }],
    [{ password: "" }, { password: "Senha é obrigatória" }],
    [{ password: "12345" }, { password: "A senha deve ter pelo menos 6 caracteres" }],
    [{ name: " " }, { name: "Nome é obrigatório" }],
    [{ age: "" }, { age: "Idade é obrigatória" }],
    [{ age: "17" }, { age: "Usuário deve ter pelo menos 18 anos" }],
    [{ gender: "" as const }, { gender: "Gênero é obrigatório" }],
    [{ accountType: "" as const }, { accountType: "Tipo de conta é obrigatório" }],
    [{ city: null }, { city: "Localização é obrigatória" }],
    [{ bio: " " }, { bio: "Biografia é obrigatória" }],
    [{ lookingFor: " " }, { lookingFor: 'Campo "Buscando" é obrigatório' }],
    [{ sendsInvitation: true }, { email: "Para enviar o convite, escreva um e-mail de verdade" }],
    [{ sendsInvitation: true, email: "ana@exemplo.com" }, {}],
  ])("[K5.11][K5.12][K5.13][K5.14][D3.23] with %j says %j", (changes, errors) => {
    expect(findQuickErrors({ ...form, ...changes })).toEqual(errors);
  });

  test("[K5.15] needs two photos", () => {
    expect(findPhotosError(1)).toBe("Adicione pelo menos 2 fotos");
    expect(findPhotosError(2)).toBeUndefined();
  });

  test("knows undeliverable addresses", () => {
    expect([isReservedAddress(" Ana@Exemplo.INVALID "), isReservedAddress("ana@exemplo.com")]).toEqual([true, false]);
  });
});
