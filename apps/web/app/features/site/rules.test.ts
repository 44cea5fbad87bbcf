import { prices } from "@caramelo/contract/prices";
import { expect, test } from "vitest";
import { formatReais, offers } from "./rules.ts";

test("[T46] money is written as Brazilians write it, and only from the price catalogue", () => {
  expect(formatReais(13_900).replace(/\s/, " ")).toBe("R$ 139,00");
  const catalogue = Object.values(prices).map(({ centavos }) => formatReais(centavos));
  expect(offers.map(({ price }) => price).sort()).toEqual(catalogue.sort());
});
