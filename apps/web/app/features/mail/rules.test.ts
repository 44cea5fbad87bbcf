import { expect, test } from "vitest";
import { missingTextReason, stateWords } from "./rules.ts";

test("each state of a mail has a name", () => {
  const names = Object.entries(stateWords).map(([state, { text }]) => [state, text]);
  expect(Object.fromEntries(names)).toEqual({
    kept: "Guardado",
    waiting: "Na fila",
    sent: "Enviado",
    failed: "Falhou",
  });
});

test("a mail without a text says why", () => {
  expect(missingTextReason("sent")).toContain("já foi enviado");
  expect(missingTextReason("failed")).toContain("não pôde ser entregue");
  expect(missingTextReason("waiting")).toContain("envia e-mails por um servidor");
});
