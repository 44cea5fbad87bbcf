import { prices } from "@caramelo/contract/billing/prices";
import { formatReais } from "@caramelo/contract/formats/money";
import { expect, test } from "vitest";
import { offers } from "./rules.ts";

test("[T46] offers show prices of the price catalogue only, written as Brazilians write money", () => {
  expect(formatReais(13_900).replace(/\s/, " ")).toBe("R$ 139,00");
  const catalogue = Object.values(prices).map(({ centavos }) => formatReais(centavos));
  expect(offers.map(({ price }) => price).sort()).toEqual(catalogue.sort());
});
