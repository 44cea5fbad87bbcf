import { afterEach, expect, test, vi } from "vitest";
import { findDraft, forgetDraft, keepDraft } from "./draft.ts";
import { emptySignUp, toDraft } from "./rules.ts";

afterEach(() => vi.unstubAllGlobals());

function openStorage(storedText?: string) {
  const values = new Map<string, string>(storedText === undefined ? [] : [["cadastro", storedText]]);
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  });
  return values;
}

test("a draft comes back without the passwords until it is removed", () => {
  const values = openStorage();
  const city = { value: "3550308", label: "São Paulo, SP" };
  const form = { ...emptySignUp, name: "Ana", password: "segredo", passwordConfirmation: "segredo", city };
  keepDraft(form);
  expect([...values.values()].join()).not.toContain("segredo");
  expect(findDraft()).toEqual(toDraft(form));
  forgetDraft();
  expect(findDraft()).toEqual({});
});

test.each([
  ["what is no JSON", "{"],
  ["null", "null"],
  ["a text", '"cadastro"'],
  ["fields that the form does not have", '{"role":"admin","toString":"x","__proto__":{"name":"x"},"0":"x"}'],
  ["an e-mail that is no text", '{"email":{"a":1}}'],
  ["a name that is a list", '{"name":["x"]}'],
  ["a consent that is a text", '{"acceptsTerms":"yes"}'],
  ["a city that is a text", '{"city":"<img src=x>"}'],
  ["a city without a name", '{"city":{"value":"3550308"}}'],
  ["a city of numbers", '{"city":{"value":1,"label":2}}'],
])("[T54] %s is ignored when it is stored as the draft", (_, storedText) => {
  openStorage(storedText);
  expect(findDraft()).toEqual({});
});

test("a draft of an older version of the page gives back the fields that still fit", () => {
  openStorage('{"name":"Ana","age":27}');
  expect(findDraft()).toEqual({ name: "Ana" });
});
