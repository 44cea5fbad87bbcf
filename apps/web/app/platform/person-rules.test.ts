import { fieldTexts } from "@caramelo/contract/errors";
import { expect, test } from "vitest";
import { findAboutHint, findAgeFault, findBioFault, findLookingForFault, findNameFault } from "./person-rules.ts";

test("a text about oneself below 20 characters is asked for a little more, an empty one is not", () => {
  expect(findAboutHint("a".repeat(19))).toBe("Conte um pouco mais, se quiser.");
  for (const text of [undefined, "  ", "a".repeat(20)]) expect(findAboutHint(text)).toBeUndefined();
});

test("what is blank, or invisible, is missing", () => {
  for (const text of ["", "  ", "\u200b"]) {
    expect(findNameFault(text)).toBe(fieldTexts.nameRequired);
    expect(findBioFault(text)).toBe(fieldTexts.bioRequired);
    expect(findLookingForFault(text)).toBe(fieldTexts.lookingForRequired);
  }
});

test("[D2.31][D2.32] texts may be as long as the contract says, counted in characters", () => {
  expect(findNameFault("👑".repeat(60))).toBeUndefined();
  expect(findNameFault("👑".repeat(61))).toBe(fieldTexts.nameTooLong);
  expect(findBioFault("a".repeat(2_000))).toBeUndefined();
  expect(findLookingForFault("a".repeat(2_001))).toBe(fieldTexts.aboutTooLong);
});

test("[M5.14] ages go from 18 to 99 in whole years", () => {
  for (const age of ["18", " 42 ", "99"]) expect(findAgeFault(age)).toBeUndefined();
  expect(findAgeFault("17")).toBe(fieldTexts.ageTooYoung);
  expect(findAgeFault("100")).toBe(fieldTexts.ageTooOld);
  for (const age of ["", "dezoito", "18.5", "-20"]) expect(findAgeFault(age)).toBe(fieldTexts.ageRequired);
});
