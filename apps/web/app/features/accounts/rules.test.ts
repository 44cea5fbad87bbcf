import { entrance } from "@caramelo/contract/accounts";
import { errorCatalogue, fieldTexts, memberMessages } from "@caramelo/contract/errors";
import { EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN } from "@caramelo/contract/limits";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  describeSignInFailure,
  findEmailChangeFaults,
  findEmailFault,
  findNewPasswordFaults,
  findPasswordChangeFaults,
  findPasswordFault,
  findRefusalFaults,
  findSignInFaults,
  splitHeadline,
} from "./rules.ts";

const serverJudge = entrance.signIn.body.shape;

/** What the contract says about one value, as the form words it. */
function findServerFault(field: "email" | "password", value: string): string | undefined {
  const verdict = serverJudge[field].safeParse(value);
  return verdict.success ? undefined : verdict.error.issues[0]?.message;
}

describe("the e-mail field", () => {
  test.each(["", "   "])("[M5.01] %j is a missing e-mail", (email) => {
    expect(findEmailFault(email)).toBe("Email é obrigatório");
  });

  test.each(["ana", "ana@", "@x.com", "ana@x", "a na@x.com", "ana..b@x.com", `${"a".repeat(EMAIL_MAX)}@x.com`])(
    "[M5.02][D2.33] %j does not look like an e-mail",
    (email) => {
      expect(findEmailFault(email)).toBe("Email inválido");
    },
  );

  test("blanks around an e-mail do not matter", () => {
    expect(findEmailFault("  Ana.Prado+clube@Exemplo.com.br ")).toBeUndefined();
  });

  test("the browser and the server judge e-mails alike", () => {
    const almost = fc.stringMatching(/^[ A-Za-z0-9@._+'-]{0,24}$/);
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), almost), (email) => {
        expect(findEmailFault(email)).toBe(findServerFault("email", email));
      }),
    );
  });
});

describe("the password field", () => {
  test("[M5.03] an empty password is missing", () => {
    expect(findPasswordFault("")).toBe("Senha é obrigatória");
  });

  test("[M5.04] five characters are too few, six are enough", () => {
    expect(findPasswordFault("a".repeat(PASSWORD_MIN - 1))).toBe("A senha deve ter pelo menos 6 caracteres");
    expect(findPasswordFault("a".repeat(PASSWORD_MIN))).toBeUndefined();
  });

  test("[D2.13] 128 characters are the most", () => {
    expect(findPasswordFault("a".repeat(PASSWORD_MAX))).toBeUndefined();
    expect(findPasswordFault("a".repeat(PASSWORD_MAX + 1))).toBe(fieldTexts.passwordTooLong);
  });

  test("the browser and the server judge passwords alike, emoji included", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "é", "7", "😀", " "), maxLength: 140 }), (password) => {
        expect(findPasswordFault(password)).toBe(findServerFault("password", password));
      }),
    );
  });
});

describe("the sign-in screen", () => {
  test("an empty form marks both fields, the e-mail first", () => {
    const faults = findSignInFaults({ email: "", password: "" });
    expect(Object.entries(faults)).toEqual([
      ["email", fieldTexts.emailRequired],
      ["password", fieldTexts.passwordRequired],
    ]);
  });

  test("[M2.34] refused credentials mark both fields, so that neither is betrayed", () => {
    expect(findRefusalFaults("AUTH_INVALID_CREDENTIALS")).toEqual({
      email: "Credenciais inválidas",
      password: "Credenciais inválidas",
    });
  });

  test("other refusals mark no field", () => {
    expect(findRefusalFaults("RATE_LIMIT_EXCEEDED")).toEqual({});
    expect(findRefusalFaults(undefined)).toEqual({});
  });

  test.each(["AUTH_INVALID_CREDENTIALS", "PROFILE_NOT_FOUND", "RATE_LIMIT_EXCEEDED", "NETWORK_ERROR"] as const)(
    "%s is said in the catalogue's words",
    (code) => {
      expect(describeSignInFailure(code)).toBe(errorCatalogue[code].text);
    },
  );

  test("[M8.21] an exception says 'Ocorreu um erro inesperado. Tente novamente.'", () => {
    expect(describeSignInFailure(undefined)).toBe("Ocorreu um erro inesperado. Tente novamente.");
  });

  test("[M8.22] a failure without a text of its own says 'Erro ao fazer login. Tente novamente.'", () => {
    expect(describeSignInFailure("UNKNOWN_ERROR")).toBe("Erro ao fazer login. Tente novamente.");
    expect(memberMessages.signInFailed).toBe("Erro ao fazer login. Tente novamente.");
  });
});

test("a headline is cut in the middle, the longer half first", () => {
  expect(splitHeadline("Encontros à altura do seu momento.")).toEqual(["Encontros à altura", "do seu momento."]);
  expect(splitHeadline("Só nós dois")).toEqual(["Só nós", "dois"]);
  expect(splitHeadline("Caramelo")).toEqual(["Caramelo", ""]);
});

describe("a new password", () => {
  test("[M5.31] it has at least 6 characters and is repeated equally", () => {
    expect(findNewPasswordFaults({ password: "12345", passwordConfirmation: "123456" })).toEqual({
      password: "A senha deve ter pelo menos 6 caracteres",
      passwordConfirmation: "As senhas não coincidem",
    });
    expect(findNewPasswordFaults({ password: "", passwordConfirmation: "" })).toEqual({
      password: "Senha é obrigatória",
      passwordConfirmation: "Confirme sua senha",
    });
    expect(findNewPasswordFaults({ password: "boa-senha", passwordConfirmation: "boa-senha" })).toEqual({});
  });

  test("changing it asks for the one of now", () => {
    const next = { password: "boa-senha", passwordConfirmation: "boa-senha" };
    expect(findPasswordChangeFaults({ currentPassword: "", ...next })).toEqual({
      currentPassword: "Senha é obrigatória",
    });
    // Any length: it may be older than the rule.
    expect(findPasswordChangeFaults({ currentPassword: "1", ...next })).toEqual({});
  });
});

describe("a new address", () => {
  test("it is another one than now, and asks for the password", () => {
    const own = "ana@exemplo.com.br";
    expect(findEmailChangeFaults({ email: " ANA@exemplo.com.br ", currentPassword: "" }, own)).toEqual({
      email: "Este já é o seu email",
      currentPassword: "Senha é obrigatória",
    });
    expect(findEmailChangeFaults({ email: "nova@exemplo.com.br", currentPassword: "x" }, own)).toEqual({});
    expect(findEmailChangeFaults({ email: "nova", currentPassword: "x" }, own)).toEqual({ email: "Email inválido" });
  });
});
