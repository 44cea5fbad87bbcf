import { CONSENT_KINDS, consentTexts } from "@caramelo/contract/accounts/consents";
import { expect, test } from "vitest";
import { consentOf, listGivenKinds, storedKindOf } from "./consent-rules.ts";

test("[D5.18] every consent has a name in the database, which leads back to it", () => {
  expect(CONSENT_KINDS.map((kind) => consentOf(storedKindOf(kind)))).toEqual([...CONSENT_KINDS]);
  expect(Object.keys(consentTexts)).toEqual([...CONSENT_KINDS]);
});

test("[D5.19] the one required checkbox gives two consents, and marketing only its own", () => {
  expect(listGivenKinds(undefined)).toEqual(["terms", "sensitiveData"]);
  expect(listGivenKinds(false)).toEqual(["terms", "sensitiveData"]);
  expect(listGivenKinds(true)).toEqual(["terms", "sensitiveData", "marketing"]);
});
