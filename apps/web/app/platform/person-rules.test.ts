import { fieldTexts } from "@caramelo/contract/call/errors";
import { mapAbout } from "@caramelo/contract/texts/about";
import { expect, test } from "vitest";
import { findAboutErrors, findAboutHint, findAgeError, findNameError, toAboutValues } from "./person-rules.ts";

test("a text below 20 characters asks for more words, unless it is empty", () => {
  expect(findAboutHint("a".repeat(19))).toBe("Conte um pouco mais, se quiser.");
  for (const text of [undefined, "  ", "a".repeat(20)]) expect(findAboutHint(text)).toBeUndefined();
});

test("blank and invisible texts are missing", () => {
  for (const text of ["", "  ", "\u200b"]) {
    expect(findNameError(text)).toBe(fieldTexts.nameRequired);
    const about = mapAbout(() => text);
    expect(findAboutErrors(about)).toEqual(mapAbout(({ member }) => member.required));
    expect(findAboutErrors(about, "staff")).toEqual(mapAbout(({ staff }) => staff.required));
  }
});

test("[D2.31][D2.32] texts may have as many characters as the contract says", () => {
  expect(findNameError("👑".repeat(60))).toBeUndefined();
  expect(findNameError("👑".repeat(61))).toBe(fieldTexts.nameTooLong);
  const errorsOf = (length: number) => findAboutErrors(mapAbout(() => "a".repeat(length)));
  expect(errorsOf(2_000)).toEqual(mapAbout(() => undefined));
  expect(errorsOf(2_001)).toEqual(mapAbout(() => fieldTexts.aboutTooLong));
});

test("[M5.14] an age is a whole number of years from 18 to 99", () => {
  for (const age of ["18", " 42 ", "99"]) expect(findAgeError(age)).toBeUndefined();
  expect(findAgeError("17")).toBe(fieldTexts.ageTooYoung);
  expect(findAgeError("100")).toBe(fieldTexts.ageTooOld);
  for (const age of ["", "dezoito", "18.5", "-20"]) expect(findAgeError(age)).toBe(fieldTexts.ageRequired);
});

test("a form holds the texts of a profile, and nothing for those that are missing", () => {
  const missingTexts = mapAbout(() => null);
  expect(toAboutValues({ ...missingTexts, bio: "Velejador." })).toEqual({ ...mapAbout(() => ""), bio: "Velejador." });
});
