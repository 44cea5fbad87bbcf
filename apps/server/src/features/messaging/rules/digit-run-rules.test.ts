import { describe, expect, test } from "vitest";
import { isCpf, isPhone, listDigitRuns } from "./digit-runs.ts";

const runsOf = (flat: string) => listDigitRuns(flat).map(({ groups }) => groups.join(" "));

describe("[T64] a number that is written or dictated", () => {
  test.each([
    ["vinte e um, trinta e dois", ["21 32"]],
    ["vinte um", ["21"]],
    ["vinte e zero", ["20 0"]],
    ["vinte zero", ["20 0"]],
    ["vinte e onze", ["20 11"]],
    ["vinte trinta", ["20 30"]],
    ["cinquenta", ["50"]],
    ["cinquenta reais", ["50"]],
    ["onze e doze", ["11", "12"]],
    ["meia dez uma duas", ["6 10 1 2"]],
    ["11 nove", ["11 9"]],
    ["1s2", ["1 5 2"]],
    ["1 s 2", ["1", "2"]],
    ["s 12", ["12"]],
    ["1o2", ["102"]],
    ["1o ou o2", ["1", "2"]],
    ["n0ve 1", ["9 1"]],
    ["98765: 4321", ["98765", "4321"]],
    ["98765 e 4321", ["98765", "4321"]],
    ["ddd 11 depois 98765 e o resto 4321", ["11 98765 4321"]],
    ["ddd 11 amor 98765", ["11", "98765"]],
    ["sem nada", []],
  ])("%j has the numbers %j", (flat, groups) => expect(runsOf(flat)).toEqual(groups));
});

describe("[T64] a number to call", () => {
  const judge = (writtenText: string, isAsked = false) => {
    const groups = writtenText.split(" ");
    return isPhone({ groups, digits: groups.join("") }, isAsked);
  };

  test.each([
    ["a mobile number with its area code", "11 98765 4321", true, true],
    ["the same from abroad", "55 11 98765 4321", true, true],
    ["the same from another state", "0 11 98765 4321", true, true],
    ["one of an area that does not exist", "20 98765 4321", false, false],
    ["one of an area that begins with zero", "01 98765 4321", false, false],
    ["one that no mobile has", "11 18765 4321", false, false],
    ["a mobile number with its area code behind", "98765 4321 11", false, true],
    ["another number with an area code behind", "88765 4321 11", false, false],
    ["a landline as people group it", "11 3876 5432", true, true],
    ["a landline in another shape", "113 876 5432", false, true],
    ["a landline of an area that does not exist", "20 3876 5432", false, false],
    ["ten digits that no landline has", "11 8876 5432", false, false],
    ["a landline with zero before it", "0 11 3876 5432", false, true],
    ["a landline from abroad", "55 11 3876 5432", false, true],
    ["a mobile number without its area code", "98765 4321", true, true],
    ["the same in another shape", "98 7654 321", false, true],
    ["nine digits that no mobile has", "88765 4321", false, false],
    ["eight digits in two groups", "3876 5432", false, true],
    ["eight digits in one group", "38765432", false, true],
    ["eight digits in another shape", "38 765432", false, false],
    ["seven digits", "387 5432", false, false],
    ["twelve digits", "119876543210", false, false],
  ])("%s is one by itself or where the words ask for one: %j", (_, writtenText, byItself, whenAsked) => {
    expect([judge(writtenText), judge(writtenText, true)]).toEqual([byItself, whenAsked]);
  });
});

test("[T64] eleven digits are a CPF when the last two follow from the others, and not all are the same", () => {
  expect(["52998224725", "11144477735"].map(isCpf)).toEqual([true, true]);
  for (const digits of ["52998224726", "52998224735", "11111111111", "5299822472", "529982247255", ""])
    expect(isCpf(digits)).toBe(false);
});
