import { expect, test } from "vitest";
import { missingTextReason, stateNames } from "./rules.ts";

test("the states of a mail are told in words", () => {
  expect(stateNames).toEqual({ kept: "Guardado", waiting: "Na fila", sent: "Enviado", failed: "Falhou" });
});

test("a mail without its words says why", () => {
  expect(missingTextReason("sent")).toContain("já foi enviado");
  expect(missingTextReason("failed")).toContain("não pôde ser entregue");
  expect(missingTextReason("waiting")).toContain("envia emails por um servidor");
});
