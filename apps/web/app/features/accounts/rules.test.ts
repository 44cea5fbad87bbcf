import { entrance } from "@caramelo/contract/accounts/entrance";
import { fieldTexts } from "@caramelo/contract/call/errors";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "@caramelo/contract/limits";
import { describe, expect, test } from "vitest";
import { fc } from "../../../../../testing/properties.ts";
import { findEmailError, findNewPasswordErrors, findPasswordError } from "./rules.ts";

const serverRules = entrance.signIn.body.shape;

/** The error that the contract gives for one value, in the form's words. */
function findServerError(field: "email" | "password", value: string): string | undefined {
  const verdict = serverRules[field].safeParse(value);
  return verdict.success ? undefined : verdict.error.issues[0]?.message;
}

describe("an e-mail", () => {
  test.each(["", "   "])("[M5.01] is missing when it is %j", (email) => {
    expect(findEmailError(email)).toBe("Email é obrigatório");
  });

  test.each([
    "ana",
    "ana@",
    "@x.com",
    "ana@x",
    "a na@x.com",
    "ana@-x.com",
    "ana@x..com",
    "ãna@x.com",
    `${"a".repeat(EMAIL_MAX)}@x.com`,
  ])("[M5.02][D2.33] is invalid when it is %j", (email) => {
    expect(findEmailError(email)).toBe("Email inválido");
  });

  test("may have blanks around it", () => {
    expect(findEmailError("  Ana.Prado+clube@Exemplo.com.br ")).toBeUndefined();
  });

  test.each([
    "tom&jerry@exemplo.com",
    "o'brien+clube@exemplo.com",
    "a/b=c!d#e$f%g*h?i^j`k{l|m}n~o@exemplo.com",
    "ana..b@x.com",
    "\u202amarina@caramelo.invalid\u202c",
    "mari\u200bna@caramelo\u00ad.invalid\ufeff",
  ])("[D2.33] is valid as HTML has it, and without invisible marks: %j", (email) => {
    expect(findEmailError(email)).toBeUndefined();
    expect(findServerError("email", email)).toBeUndefined();
  });

  test("is read without invisible marks", () => {
    expect(serverRules.email.parse("\u2066 Marina@Caramelo.invalid\u2069 ")).toBe("marina@caramelo.invalid");
  });

  test("has at most as many characters as the server accepts", () => {
    const longest = "@exemplo.com.br".padStart(EMAIL_MAX, "a");
    for (const email of [longest, `a${longest}`]) expect(findEmailError(email)).toBe(findServerError("email", email));
    expect(findEmailError(longest)).toBeUndefined();
  });

  test("is valid in the browser exactly when it is valid for the server", () => {
    const almost = fc.stringMatching(/^[ A-Za-z0-9@._+'&!%{~\u202a\u200b-]{0,24}$/);
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), almost), (email) => {
        expect(findEmailError(email)).toBe(findServerError("email", email));
      }),
    );
  });
});

describe("a password", () => {
  test("[M5.03] is missing when it is empty", () => {
    expect(findPasswordError("")).toBe("Senha é obrigatória");
  });

  test("[M5.04] has at least six characters", () => {
    expect(findPasswordError("a".repeat(PASSWORD_MIN - 1))).toBe("A senha deve ter pelo menos 6 caracteres");
    expect(findPasswordError("a".repeat(PASSWORD_MIN))).toBeUndefined();
  });

  test("[D2.13] has at most 128 characters", () => {
    expect(findPasswordError("a".repeat(PASSWORD_MAX))).toBeUndefined();
    expect(findPasswordError("a".repeat(PASSWORD_MAX + 1))).toBe(fieldTexts.passwordTooLong);
  });

  test("is valid in the browser exactly when it is valid for the server, emoji included", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "7", "😀", " "), maxLength: 140 }), (password) => {
        expect(findPasswordError(password)).toBe(findServerError("password", password));
      }),
    );
  });
});

describe("a new password", () => {
  test("[M5.31] has at least 6 characters and is repeated equally", () => {
    expect(findNewPasswordErrors({ password: "12345", passwordConfirmation: "123456" })).toEqual({
      password: "A senha deve ter pelo menos 6 caracteres",
      passwordConfirmation: "As senhas não coincidem",
    });
    expect(findNewPasswordErrors({ password: "", passwordConfirmation: "" })).toEqual({
      password: "Senha é obrigatória",
      passwordConfirmation: "Confirme sua senha",
    });
    expect(findNewPasswordErrors({ password: "boa-senha", passwordConfirmation: "boa-senha" })).toEqual({});
  });
});
