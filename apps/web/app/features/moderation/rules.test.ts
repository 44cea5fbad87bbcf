import { expect, test } from "vitest";
import type { Measure } from "./queries.ts";
import { appealWordsOf, describeAppeal, describeMeasure, findAppealErrors } from "./rules.ts";

const at = "2026-11-23T12:00:00Z";
const measure: Measure = {
  id: "m",
  kind: "warning",
  reason: "Seja gentil.",
  takenAt: at,
  until: null,
  endedAt: null,
  appeal: null,
  mayAppeal: true,
};
const decided = (isGranted: boolean) => ({ text: "x", at, decision: { isGranted, answer: "Vimos de novo.", at } });

test("a member reads since when, until when, or that it is over", () => {
  expect(describeMeasure(measure)).toBe("Em 23 de novembro de 2026 às 09:00.");
  expect(describeMeasure({ ...measure, kind: "suspension" })).toBe("Desde 23 de novembro de 2026 às 09:00, sem prazo.");
  expect(describeMeasure({ ...measure, kind: "suspension", until: at })).toBe(
    "Vale até 23 de novembro de 2026 às 09:00.",
  );
  expect(describeMeasure({ ...measure, endedAt: at })).toBe("Terminou em 23 de novembro de 2026 às 09:00.");
  expect(describeMeasure({ ...measure, endedAt: at, appeal: decided(true) })).toMatch(
    /^Desfeita em .* depois do seu recurso\.$/,
  );
});

test("a member reads what became of the appeal, or that its time is over", () => {
  expect(describeAppeal(measure)).toBeUndefined();
  expect(describeAppeal({ ...measure, mayAppeal: false })).toBe("O prazo para recorrer terminou.");
  expect(describeAppeal({ ...measure, appeal: { text: "x", at, decision: null } })).toMatch(/^Recurso enviado em /);
  expect(describeAppeal({ ...measure, appeal: decided(true) })).toMatch(/^Recurso aceito em .*: Vimos de novo\.$/);
  expect(describeAppeal({ ...measure, appeal: decided(false) })).toMatch(/^Recurso negado em .*: Vimos de novo\.$/);
});

test("[T63] a member of whom a notice hid something answers it, and reads its outcome", () => {
  const review: Measure = { ...measure, kind: "under_review" };
  expect([appealWordsOf(review).label, appealWordsOf(measure).label]).toEqual(["Responder", "Recorrer"]);
  expect(describeMeasure(review)).toBe("Desde 23 de novembro de 2026 às 09:00.");
  expect(describeMeasure({ ...review, endedAt: at, appeal: decided(true) })).toMatch(/^Terminou em /);
  expect(describeAppeal(review)).toBeUndefined();
  expect(describeAppeal({ ...review, mayAppeal: false, endedAt: at })).toBeUndefined();
  expect(describeAppeal({ ...review, mayAppeal: false })).toBe("O prazo para responder terminou.");
  expect(describeAppeal({ ...review, appeal: { text: "x", at, decision: null } })).toMatch(/^Resposta enviada em /);
  expect(describeAppeal({ ...review, appeal: decided(false) })).toMatch(/^Decidido em .*: Vimos de novo\.$/);
});

test("an appeal needs words, and not too many", () => {
  expect(findAppealErrors({ text: " \n" })).toEqual({ text: "Conte por que a medida deve ser revista" });
  expect(findAppealErrors({ text: "é".repeat(2_000) })).toEqual({});
  expect(findAppealErrors({ text: "é".repeat(2_001) })).toEqual({ text: "Use no máximo 2.000 caracteres" });
});
