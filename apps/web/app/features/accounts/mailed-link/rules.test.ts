import { recovery } from "@caramelo/contract/accounts/recovery";
import { expect, test } from "vitest";
import { fc } from "../../../../../../testing/properties.ts";
import { findNewEmail, findWords } from "../sign-in/rules.ts";
import { findLinkToken } from "./rules.ts";

const TOKEN = "abcDEF012-_".padEnd(43, "x");

test("the token of a mailed link is the part of the address after the #", () => {
  expect(findLinkToken(`#${TOKEN}`)).toBe(TOKEN);
});

test.each(["", "#", "#conta", `#${TOKEN}x`, `#${TOKEN.slice(1)}`, `#${TOKEN.slice(1)}.`, TOKEN, `x#${TOKEN}`])(
  "%j holds no token of a mailed link",
  (hash) => {
    expect(findLinkToken(hash)).toBeUndefined();
  },
);

test("the browser finds a token exactly when the server's contract accepts it", () => {
  const almost = fc.stringMatching(/^[A-Za-z0-9_.-]{42,44}$/);
  fc.assert(
    fc.property(almost, (text) => {
      const isValid = recovery.checkRecovery.body.safeParse({ token: text }).success;
      expect(findLinkToken(`#${text}`) !== undefined).toBe(isValid);
    }),
  );
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
