import { consentTexts } from "@caramelo/contract/accounts/consents";
import { expect, test } from "vitest";
import type { GivenConsent } from "./queries.ts";
import { describeAgreement, describeConsent, describeEarlier, listEarlier } from "./rules.ts";

const makeGiven = (change: Partial<GivenConsent> = {}): GivenConsent => ({
  kind: "marketing",
  version: consentTexts.marketing.version,
  text: "Quero ofertas.",
  givenAt: "2026-11-22T15:00:00Z",
  withdrawnAt: null,
  ...change,
});

test("[D5.18] a given consent shows its own text, version and date", () => {
  const shownConsent = describeConsent("marketing", [makeGiven()], false);
  expect(shownConsent).toMatchObject({ isGiven: true, text: "Quero ofertas." });
  expect(shownConsent.facts).toEqual(["Versão de 21 de novembro de 2026. Autorizado em 22 de novembro de 2026."]);
});

test("[D5.18] a withdrawn consent says since when, and an old version names the one in force", () => {
  const old = makeGiven({ version: "2026-01-02.3", text: null, withdrawnAt: "2026-11-23T15:00:00Z" });
  const shownConsent = describeConsent("marketing", [old], false);
  expect(shownConsent.isGiven).toBe(false);
  expect(shownConsent.text).toContain("não foi guardado");
  expect(shownConsent.facts).toEqual([
    "Versão de 2 de janeiro de 2026. Autorizado em 22 de novembro de 2026.",
    "Retirada em 23 de novembro de 2026.",
    "O texto em vigor é de 21 de novembro de 2026.",
  ]);
});

test("[D5.18] a consent that was never given shows the text that could be agreed to", () => {
  const shownConsent = describeConsent("marketing", [makeGiven({ kind: "terms" })], false);
  expect(shownConsent).toMatchObject({ isGiven: false, text: consentTexts.marketing.text });
  expect(shownConsent.facts).toEqual(["Versão de 21 de novembro de 2026. Ainda não autorizado."]);
});

test("[D5.18] the text that a press agrees to is quoted only where another one is shown", () => {
  const { text } = consentTexts.marketing;
  expect(describeAgreement("marketing", text)).toBe("Ao autorizar, você concorda com o texto acima.");
  expect(describeAgreement("marketing", "Quero ofertas.")).toContain(text);
});

test("[D5.18] the session decides whether the consent to sensitive data is in force", () => {
  const sensitive = makeGiven({ kind: "sensitiveData" });
  expect(describeConsent("sensitiveData", [sensitive], true).isGiven).toBe(false);
  expect(describeConsent("sensitiveData", [sensitive], false).isGiven).toBe(true);
  expect(describeConsent("marketing", [makeGiven()], true).isGiven).toBe(true);
});

test("[D5.18] earlier consents are all but the latest of each kind", () => {
  const first = makeGiven({ givenAt: "2026-11-20T15:00:00Z", withdrawnAt: "2026-11-21T15:00:00Z" });
  const terms = makeGiven({ kind: "terms" });
  expect(listEarlier([makeGiven(), terms, first])).toEqual([first]);
  expect(describeEarlier(first)).toBe(
    "Novidades e ofertas por e-mail: autorizado em 20 de novembro de 2026, retirada em 21 de novembro de 2026 (versão de 21 de novembro de 2026)",
  );
  expect(describeEarlier(makeGiven())).toContain(": autorizado em 22 de novembro de 2026 (versão de");
});
