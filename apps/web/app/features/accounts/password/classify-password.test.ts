import { expect, test } from "vitest";
import { classifyPassword } from "./classify-password.ts";

test.each([
  ["helena", "Não use seu nome, seu e-mail nem outro dado seu na senha."],
  ["1990", "Anos recentes são fáceis de adivinhar."],
])("the advice about the password %s is: %s", (password, advice) => {
  expect(classifyPassword(password, ["helena"])).toMatchObject({ score: 0, advice });
});

test("a strong password needs no advice", () => {
  expect(classifyPassword("trilha-forno-jabuti-42", [])).toEqual({ score: 4, advice: undefined });
});
