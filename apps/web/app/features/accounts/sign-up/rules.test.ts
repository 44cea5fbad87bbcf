import { entrance } from "@caramelo/contract/accounts/entrance";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { aboutTexts, mapAbout } from "@caramelo/contract/texts/about";
import { describe, expect, test } from "vitest";
import {
  chooseGender,
  emptySignUp,
  findSignUpErrors,
  findStepOneErrors,
  lacksOnlyPassword,
  listAccountTypes,
  recheckSignUp,
  type SignUpForm,
  toDraft,
  toSignUpBody,
} from "./rules.ts";

const filledForm: SignUpForm = {
  email: "helena@exemplo.com.br",
  password: "caramelo-doce",
  passwordConfirmation: "caramelo-doce",
  name: "Helena",
  age: "31",
  gender: "Feminino",
  accountType: "baby",
  city: { value: "3534401", label: "Osasco, SP" },
  ...mapAbout(() => "Cinema, praia e viagens curtas."),
  acceptsTerms: true,
  acceptsMarketing: false,
};

const errorsOf = (change: Partial<SignUpForm>) => findSignUpErrors({ ...filledForm, ...change });

test("[M4.05] a complete sign-up form has no error", () => {
  expect(findSignUpErrors(filledForm)).toEqual({});
});

test("[D2.68] a stored step 1 opens the photos again when it lacks nothing but the password", () => {
  expect(lacksOnlyPassword(toDraft(filledForm))).toBe(true);
  expect(lacksOnlyPassword({})).toBe(false);
  for (const missingFields of [{ email: "" }, { city: null }, { acceptsTerms: false }])
    expect(lacksOnlyPassword({ ...toDraft(filledForm), ...missingFields })).toBe(false);
});

test("an empty sign-up form has an error in every required field, in the order of the screen", () => {
  expect(Object.entries(findSignUpErrors(emptySignUp))).toEqual([
    ["email", "Email é obrigatório"],
    ["password", "Senha é obrigatória"],
    ["passwordConfirmation", "Confirme sua senha"],
    ["name", "Nome é obrigatório"],
    ["age", "Idade é obrigatória"],
    ["gender", "Gênero é obrigatório"],
    ["accountType", "Selecione seu tipo de conta"],
    ["city", "Localização é obrigatória"],
    ...aboutTexts.map(({ name, member }) => [name, member.required]),
    ["acceptsTerms", "Você deve aceitar os termos de uso"],
  ]);
});

describe("step 1 of the sign-up", () => {
  test.each<[string, Partial<SignUpForm>, Partial<Record<keyof SignUpForm, string>>]>([
    ["[M5.07] a bad e-mail", { email: "helena" }, { email: "Email inválido" }],
    ["[M5.08] no confirmation", { passwordConfirmation: "" }, { passwordConfirmation: "Confirme sua senha" }],
    [
      "[M5.09] two different passwords",
      { passwordConfirmation: "outra" },
      { passwordConfirmation: "As senhas não coincidem" },
    ],
    ["[M5.10] no account type", { accountType: "" }, { accountType: "Selecione seu tipo de conta" }],
    ["[M5.11] a blank name", { name: "  " }, { name: "Nome é obrigatório" }],
    ["[M5.12] no age", { age: "" }, { age: "Idade é obrigatória" }],
    ["[M5.12] an age with half a year", { age: "18.5" }, { age: "Idade é obrigatória" }],
    ["[M5.13] the age of seventeen", { age: "17" }, { age: "Você deve ter pelo menos 18 anos" }],
    ["[M5.14] the age of a hundred", { age: "100" }, { age: "A idade deve ser no máximo 99 anos" }],
    [
      "[M5.15] no gender",
      { gender: "", accountType: "" },
      { gender: "Gênero é obrigatório", accountType: "Selecione seu tipo de conta" },
    ],
    ["[M5.16] no city", { city: null }, { city: "Localização é obrigatória" }],
    [
      "[M5.17] terms that are not accepted",
      { acceptsTerms: false },
      { acceptsTerms: "Você deve aceitar os termos de uso" },
    ],
    ["[D2.31] a name of 61 characters", { name: "a".repeat(61) }, { name: fieldTexts.nameTooLong }],
    ["[D2.32] a bio of 2,001 characters", { bio: "a".repeat(2001) }, { bio: fieldTexts.aboutTooLong }],
    [
      "[D1.03] a man as baby",
      { gender: "Masculino", accountType: "baby" },
      { accountType: "Selecione seu tipo de conta" },
    ],
  ])("refuses %s", (_, change, errors) => {
    expect(errorsOf(change)).toEqual(errors);
  });

  test.each(["18", "99"])("[M5.14] accepts the age %s", (age) => {
    expect(errorsOf({ age })).toEqual({});
  });
});

describe("gender and account type", () => {
  test("[D1.02] Feminino leaves a choice, with Sugar Baby first", () => {
    expect(listAccountTypes("Feminino")).toEqual(["baby", "mommy"]);
  });

  test("[M2.36] Masculino derives Sugar Daddy, and no gender derives nothing", () => {
    expect(listAccountTypes("Masculino")).toEqual(["daddy"]);
    expect(listAccountTypes("")).toEqual([]);
  });

  test("[M4.09] choosing a gender sets the account type and empties the text of what they look for", () => {
    expect(chooseGender("Feminino")).toEqual({ accountType: "baby", lookingFor: "" });
    expect(chooseGender("Masculino")).toEqual({ accountType: "daddy", lookingFor: "" });
  });
});

describe("the request to sign up", () => {
  test("is accepted by the server's contract", () => {
    const body = toSignUpBody(filledForm);
    expect(entrance.signUp.body.safeParse(body).success).toBe(true);
    expect(body).toMatchObject({ age: 31, cityId: 3534401, accountType: "baby", acceptsTerms: true });
  });

  test("is not made of a form with an error", () => {
    expect(toSignUpBody({ ...filledForm, acceptsTerms: false })).toBeUndefined();
    expect(toSignUpBody({ ...filledForm, email: "helena" })).toBeUndefined();
  });

  test("[T01] has a draft for a reload that holds no password", () => {
    const draft = JSON.stringify(toDraft(filledForm));
    expect(draft).toContain("helena@exemplo.com.br");
    expect(draft).not.toContain(filledForm.password);
    expect(Object.keys(toDraft(filledForm))).not.toContain("password");
  });
});

describe("a refused sign-up", () => {
  test("[M4.08] marks the e-mail field when the e-mail is known", () => {
    expect(findStepOneErrors("AUTH_USER_EXISTS", {})).toEqual({
      email: "Este email já está cadastrado. Tente fazer login ou use um email diferente.",
    });
  });

  test("[D2.14] shows the server's words under the fields of the form", () => {
    const fields = { password: "Escolha uma senha menos comum.", cityId: "Localização é obrigatória", role: "x" };
    expect(findStepOneErrors("VALIDATION_ERROR", fields)).toEqual({
      password: "Escolha uma senha menos comum.",
      city: "Localização é obrigatória",
    });
    expect(findStepOneErrors("VALIDATION_ERROR", {})).toEqual({});
  });

  test("marks no field of step 1 for any other reason", () => {
    expect(findStepOneErrors("FILE_TOO_LARGE", {})).toEqual({});
  });
});

test("a change of the password looks at its repetition again, any other change at its own field", () => {
  expect(recheckSignUp("password")).toEqual(["password", "passwordConfirmation"]);
  expect(recheckSignUp("email")).toEqual(["email"]);
});

test("a form without its gender, account type, city or consent makes no request", () => {
  const missingFields: Partial<SignUpForm>[] = [
    { gender: "" },
    { accountType: "" },
    { city: null },
    { acceptsTerms: false },
  ];
  for (const change of missingFields) expect(toSignUpBody({ ...filledForm, ...change })).toBeUndefined();
});

test("only a refusal of what was typed belongs to step 1", () => {
  expect(findStepOneErrors("SERVER_ERROR", { name: "Nome inválido" })).toEqual({});
});
