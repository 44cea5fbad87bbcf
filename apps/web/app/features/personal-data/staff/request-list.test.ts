import { expect, test } from "vitest";
import { describeDue } from "./request-list.tsx";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const at = (days: number) => describeDue(new Date(NOW + days * 86_400_000).toISOString(), NOW);

test("[D5.18] the clock of a request counts the days that are left, and warns of the last three", () => {
  expect(at(15)).toEqual({ text: "Prazo: 15 dias", tone: "info" });
  expect(at(3)).toEqual({ text: "Prazo: 3 dias", tone: "warn" });
  expect(at(0.5)).toEqual({ text: "Prazo: 1 dia", tone: "warn" });
});

test("[D5.18] an overdue request says so", () => {
  expect(at(0)).toMatchObject({ tone: "danger" });
  expect(at(-0.5)).toEqual({ text: "Atrasado há 1 dia", tone: "danger" });
  expect(at(-2)).toEqual({ text: "Atrasado há 2 dias", tone: "danger" });
});
