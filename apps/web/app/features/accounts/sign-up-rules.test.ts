import { entrance } from "@caramelo/contract/accounts";
import { fieldTexts } from "@caramelo/contract/errors";
import { describe, expect, test } from "vitest";
import {
  chooseGender,
  emptySignUp,
  findSignUpFaults,
  findStepOneFaults,
  listAccountTypes,
  type SignUpForm,
  strengthName,
  toDraft,
  toFormFaults,
  toSignUpBody,
} from "./sign-up-rules.ts";

const filled: SignUpForm = {
  email: "helena@exemplo.com.br",
  password: "caramelo-doce",
  passwordConfirmation: "caramelo-doce",
  name: "Helena",
  age: "31",
  gender: "Feminino",
  accountType: "baby",
  city: { value: "3534401", label: "Osasco, SP" },
  bio: "Cinema, praia e viagens curtas.",
  lookingFor: "Companhia leve e boa conversa.",
  acceptsTerms: true,
  acceptsMarketing: false,
};

const faultsOf = (change: Partial<SignUpForm>) => findSignUpFaults({ ...filled, ...change });

test("[M4.05] a filled form has no fault", () => {
  expect(findSignUpFaults(filled)).toEqual({});
});

test("an empty form names every required field, in the order of the screen", () => {
  expect(Object.entries(findSignUpFaults(emptySignUp))).toEqual([
    ["email", "Email é obrigatório"],
    ["password", "Senha é obrigatória"],
    ["passwordConfirmation", "Confirme sua senha"],
    ["name", "Nome é obrigatório"],
    ["age", "Idade é obrigatória"],
    ["gender", "Gênero é obrigatório"],
    ["accountType", "Selecione seu tipo de conta"],
    ["city", "Localização é obrigatória"],
    ["bio", fieldTexts.bioRequired],
    ["lookingFor", fieldTexts.lookingForRequired],
    ["acceptsTerms", "Você deve aceitar os termos de uso"],
  ]);
});

describe("each rule of step 1", () => {
  test.each<[string, Partial<SignUpForm>, Partial<Record<keyof SignUpForm, string>>]>([
    ["[M5.07] a bad e-mail", { email: "helena" }, { email: "Email inválido" }],
    ["[M5.08] no confirmation", { passwordConfirmation: "" }, { passwordConfirmation: "Confirme sua senha" }],
    ["[M5.09] two passwords", { passwordConfirmation: "outra" }, { passwordConfirmation: "As senhas não coincidem" }],
    ["[M5.10] no account type", { accountType: "" }, { accountType: "Selecione seu tipo de conta" }],
    ["[M5.11] a blank name", { name: "  " }, { name: "Nome é obrigatório" }],
    ["[M5.12] no age", { age: "" }, { age: "Idade é obrigatória" }],
    ["[M5.12] half a year", { age: "18.5" }, { age: "Idade é obrigatória" }],
    ["[M5.13] seventeen", { age: "17" }, { age: "Você deve ter pelo menos 18 anos" }],
    ["[M5.14] a hundred", { age: "100" }, { age: "A idade deve ser no máximo 99 anos" }],
    [
      "[M5.15] no gender",
      { gender: "", accountType: "" },
      { gender: "Gênero é obrigatório", accountType: "Selecione seu tipo de conta" },
    ],
    ["[M5.16] no city", { city: null }, { city: "Localização é obrigatória" }],
    ["[M5.17] terms not accepted", { acceptsTerms: false }, { acceptsTerms: "Você deve aceitar os termos de uso" }],
    ["[D2.31] a name of 61 characters", { name: "a".repeat(61) }, { name: fieldTexts.nameTooLong }],
    ["[D2.32] a bio of 2,001 characters", { bio: "a".repeat(2001) }, { bio: fieldTexts.aboutTooLong }],
    [
      "[D1.03] a man as baby",
      { gender: "Masculino", accountType: "baby" },
      { accountType: "Selecione seu tipo de conta" },
    ],
  ])("%s", (_, change, faults) => {
    expect(faultsOf(change)).toEqual(faults);
  });

  test.each(["18", "99"])("[M5.14] the age %s is welcome", (age) => {
    expect(faultsOf({ age })).toEqual({});
  });
});

describe("gender and account type", () => {
  test("[D1.02] Feminino leaves a choice, Sugar Baby first", () => {
    expect(listAccountTypes("Feminino")).toEqual(["baby", "mommy"]);
  });

  test("[M2.36] Masculino derives Sugar Daddy, and no gender derives nothing", () => {
    expect(listAccountTypes("Masculino")).toEqual(["daddy"]);
    expect(listAccountTypes("")).toEqual([]);
  });

  test("[M4.09] choosing a gender sets the account type and empties what is sought", () => {
    expect(chooseGender("Feminino")).toEqual({ accountType: "baby", lookingFor: "" });
    expect(chooseGender("Masculino")).toEqual({ accountType: "daddy", lookingFor: "" });
  });
});

describe("what travels", () => {
  test("the server's contract takes what the form sends", () => {
    const body = toSignUpBody(filled);
    expect(entrance.signUp.body.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ age: 31, cityId: 3534401, accountType: "baby", acceptsTerms: true });
  });

  test("a form with a fault never travels", () => {
    expect(toSignUpBody({ ...filled, acceptsTerms: false })).toBeUndefined();
    expect(toSignUpBody({ ...filled, email: "helena" })).toBeUndefined();
  });

  test("[T01] the draft that survives a reload holds no password", () => {
    const kept = JSON.stringify(toDraft(filled));
    expect(kept).toContain("helena@exemplo.com.br");
    expect(kept).not.toContain(filled.password);
    expect(Object.keys(toDraft(filled))).not.toContain("password");
  });
});

describe("what the server refuses", () => {
  test("[M4.08] a known e-mail is a fault of the e-mail field", () => {
    expect(findStepOneFaults("AUTH_USER_EXISTS", {})).toEqual({
      email: "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
    });
  });

  test("[D2.14] refused fields keep the server's words, under the names of the form", () => {
    const fields = { password: "Escolha uma senha menos comum.", cityId: "Localização é obrigatória", role: "x" };
    expect(findStepOneFaults("VALIDATION_ERROR", fields)).toEqual({
      password: "Escolha uma senha menos comum.",
      city: "Localização é obrigatória",
    });
    expect(toFormFaults({})).toEqual({});
  });

  test("anything else stays beside the photos", () => {
    expect(findStepOneFaults("FILE_TOO_LARGE", {})).toEqual({});
  });
});

test("strength has a word for every score", () => {
  expect([0, 1, 2, 3, 4].map(strengthName)).toEqual(["Muito fraca", "Fraca", "Razoável", "Boa", "Forte"]);
});
