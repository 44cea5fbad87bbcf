import { errorCatalogue, fieldTexts } from "@caramelo/contract/call/errors";
import { signInTexts } from "@caramelo/contract/texts/sign-in";
import { describe, expect, test } from "vitest";
import {
  describeSignInFailure,
  emptySignIn,
  findNewEmail,
  findRefusalErrors,
  findSignInErrors,
  findWords,
} from "./rules.ts";

describe("the sign-in form", () => {
  test("marks both fields of an empty form, the e-mail first", () => {
    const errors = findSignInErrors(emptySignIn);
    expect(Object.entries(errors)).toEqual([
      ["email", fieldTexts.emailRequired],
      ["password", fieldTexts.passwordRequired],
    ]);
  });

  test("[M2.34] marks both fields when credentials are refused, so that nobody learns which was wrong", () => {
    expect(findRefusalErrors("AUTH_INVALID_CREDENTIALS")).toEqual({
      email: "Credenciais inválidas",
      password: "Credenciais inválidas",
    });
  });

  test("marks no field for other refusals", () => {
    expect(findRefusalErrors("RATE_LIMIT_EXCEEDED")).toEqual({});
    expect(findRefusalErrors(undefined)).toEqual({});
  });

  test.each(["AUTH_INVALID_CREDENTIALS", "PROFILE_NOT_FOUND", "RATE_LIMIT_EXCEEDED", "NETWORK_ERROR"] as const)(
    "describes %s in the catalogue's words",
    (code) => {
      const message = errorCatalogue[code].text;
      expect(describeSignInFailure({ code, message })).toBe(message);
    },
  );

  test("[M8.21] describes an exception as 'Ocorreu um erro inesperado. Tente novamente.'", () => {
    expect(describeSignInFailure(undefined)).toBe("Ocorreu um erro inesperado. Tente novamente.");
  });

  test("[M8.22] describes a failure without its own text as 'Erro ao fazer login. Tente novamente.'", () => {
    expect(describeSignInFailure({ code: "UNKNOWN_ERROR", message: errorCatalogue.UNKNOWN_ERROR.text })).toBe(
      "Erro ao fazer login. Tente novamente.",
    );
    expect(signInTexts.signInFailed).toBe("Erro ao fazer login. Tente novamente.");
  });
});

test("[M2.32] the sign-in screen shows another screen's words as a success, or as a warning if they were sent as one", () => {
  expect(findWords({ words: "Feito." })).toEqual({ text: "Feito.", tone: "success" });
  expect(findWords({ words: "Não deu.", tone: "warning" })).toEqual({ text: "Não deu.", tone: "warning" });
  expect(findWords({ words: "Feito.", tone: "shout" })).toEqual({ text: "Feito.", tone: "success" });
});

test.each([null, undefined, "Feito.", {}, { words: 7 }])("%j holds no words for the sign-in screen", (state) => {
  expect(findWords(state)).toBeUndefined();
});

test("[D2.47] the e-mail of a new account is in the history entry that leads to the sign-in screen, and nowhere else", () => {
  expect(findNewEmail({ words: "Feito.", newEmail: "ana@exemplo.invalid" })).toBe("ana@exemplo.invalid");
  for (const state of [null, "ana@exemplo.invalid", {}, { words: "Feito." }, { newEmail: 7 }, { newEmail: "" }])
    expect(findNewEmail(state)).toBeUndefined();
});
