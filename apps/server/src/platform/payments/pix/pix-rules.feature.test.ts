import { hasError, parsePix } from "pix-utils";
import { expect, test } from "vitest";
import { pixCodeOf } from "./pix-rules.ts";

const RECEIVER = { name: "Encontros à altura do seu momento", city: "São José dos Campos" };

test("a Pix code holds the address of its charge, may be paid once, and ends with its checksum", () => {
  // The longest address that API Pix allows.
  const location = `pix.example.com/qr/v2/${"a".repeat(55)}`;
  const code = pixCodeOf(location, RECEIVER);
  expect(code).toMatch(/^000201010212/);
  expect(code).toMatch(/6304[0-9A-F]{4}$/);
  const parsedCode = parsePix(code);
  if (hasError(parsedCode)) throw new Error("the code cannot be read");
  expect(parsedCode).toMatchObject({ type: "DYNAMIC", url: location, countryCode: "BR", transactionCurrency: "986" });
  expect(hasError(parsePix(`${code.slice(0, -4)}0000`))).toBe(true);
});

test("a Pix code has the receiver's name and city without accents, as far as there is room", () => {
  const parsedCode = parsePix(pixCodeOf("pix.example.com/qr/v2/1", RECEIVER));
  expect(parsedCode).toMatchObject({ merchantName: "ENCONTROS A ALTURA DO SEU", merchantCity: "SAO JOSE DOS CA" });
});
