import { recovery } from "@caramelo/contract/accounts-recovery";
import fc from "fast-check";
import { expect, test } from "vitest";
import { findLinkToken } from "./link-rules.ts";
import { findNotice } from "./notice.ts";

const TOKEN = "abcDEF012-_".padEnd(43, "x");

test("the secret of a mailed link is what stands behind the #", () => {
  expect(findLinkToken(`#${TOKEN}`)).toBe(TOKEN);
});

test.each(["", "#", "#conta", `#${TOKEN}x`, `#${TOKEN.slice(1)}`, `#${TOKEN.slice(1)}.`, TOKEN])(
  "%j is no mailed link",
  (hash) => {
    expect(findLinkToken(hash)).toBeUndefined();
  },
);

test("the browser and the server know the same secrets", () => {
  const almost = fc.stringMatching(/^[A-Za-z0-9_.-]{42,44}$/);
  fc.assert(
    fc.property(almost, (text) => {
      const isKnown = recovery.checkRecovery.body.safeParse({ token: text }).success;
      expect(findLinkToken(`#${text}`) !== undefined).toBe(isKnown);
    }),
  );
});

test("[M2.32] another screen's words reach the sign-in screen as good news, or as the warning they were sent as", () => {
  expect(findNotice({ notice: "Feito." })).toEqual({ text: "Feito.", tone: "success" });
  expect(findNotice({ notice: "Não deu.", tone: "warning" })).toEqual({ text: "Não deu.", tone: "warning" });
  expect(findNotice({ notice: "Feito.", tone: "shout" })).toEqual({ text: "Feito.", tone: "success" });
});

test.each([null, undefined, "Feito.", {}, { notice: 7 }])("%j holds no words for the sign-in screen", (state) => {
  expect(findNotice(state)).toBeUndefined();
});
