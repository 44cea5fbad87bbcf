import { expect, test } from "vitest";
import { addressOfPage, changeAddress, countPages, readPage } from "./list-address-rules.ts";

const at = (address: string) => new URLSearchParams(address);

test("a list begins at the first page after every other change", () => {
  expect(changeAddress(at("q=a&pagina=4"), "tipo", "baby").toString()).toBe("q=a&tipo=baby");
  expect(changeAddress(at("q=a&pagina=4"), "pagina", "5").toString()).toBe("q=a&pagina=5");
  expect(changeAddress(at("q=a&tipo=baby"), "tipo", "").toString()).toBe("q=a");
});

test("the link to a page keeps the filter, and that to the first page goes without its number", () => {
  expect(addressOfPage(at("situacao=aprovadas&pagina=2"), 3)).toBe("?situacao=aprovadas&pagina=3");
  expect(addressOfPage(at("situacao=aprovadas&pagina=2"), 1)).toBe("?situacao=aprovadas");
});

test("there is one page without rows, and a new one after each 20", () => {
  expect([0, 1, 20, 21, 41].map((count) => countPages(count, 20))).toEqual([1, 1, 1, 2, 3]);
});

test.each(["", "pagina=0", "pagina=-1", "pagina=1.5", "pagina=1e1", "pagina=x", "pagina=501"])(
  "the address %j means the first page of 500",
  (address) => expect(readPage(at(address), 500)).toBe(1),
);

test("an address names any page up to the last", () => {
  expect(readPage(at("pagina=2"), 500)).toBe(2);
  expect(readPage(at("pagina=500"), 500)).toBe(500);
});
