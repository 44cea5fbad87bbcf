import { expect, test } from "vitest";
import { findEmailChangeErrors, findPasswordChangeErrors } from "./rules.ts";

test("a password change asks for the current password, whatever its length", () => {
  const next = { password: "boa-senha", passwordConfirmation: "boa-senha" };
  expect(findPasswordChangeErrors({ currentPassword: "", ...next })).toEqual({
    currentPassword: "Senha é obrigatória",
  });
  expect(findPasswordChangeErrors({ currentPassword: "1", ...next })).toEqual({});
});

test("an address change asks for another address than the present one, and for the password", () => {
  const own = "ana@exemplo.com.br";
  expect(findEmailChangeErrors({ email: " ANA@exemplo.com.br ", currentPassword: "" }, own)).toEqual({
    email: "Este já é o seu e-mail",
    currentPassword: "Senha é obrigatória",
  });
  expect(findEmailChangeErrors({ email: "nova@exemplo.com.br", currentPassword: "x" }, own)).toEqual({});
  expect(findEmailChangeErrors({ email: "nova", currentPassword: "x" }, own)).toEqual({ email: "Email inválido" });
});
