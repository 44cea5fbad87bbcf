// @vitest-environment happy-dom
import { CATEGORY_NAMES, dataCategories } from "@caramelo/contract/personal-data/categories";
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { DataCategories } from "./data-categories.tsx";

afterEach(cleanup);

function cardOf(title: string): HTMLElement {
  const card = screen.getByRole("heading", { level: 3, name: title }).parentElement;
  if (card === null) throw new Error(`${title} has no card`);
  return card;
}

/** What the card of a data category says under a term. */
const factOf = (title: string, term: string) => within(cardOf(title)).getByText(term).nextSibling?.textContent ?? null;

const termsOf = (title: string) =>
  within(cardOf(title))
    .getAllByRole("term")
    .map(({ textContent }) => textContent);

test("[D5.12][D5.13] each data category has a card with its facts, and no name of a period is left in braces", () => {
  const { container } = render(<DataCategories />);
  const titles = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(titles).toEqual(CATEGORY_NAMES.map((name) => dataCategories[name].name));
  expect(container.textContent).not.toMatch(/[{}]/);
});

test("[D5.12][D5.13] a card shows the periods by which the jobs remove", () => {
  render(<DataCategories />);
  expect(factOf("Favoritos, visitas e filtros", "Por quanto tempo")).toContain("Visitas: 12 meses.");
  expect(factOf("Registros de acesso", "Base legal")).toContain("Marco Civil da Internet");
});

test("[D5.12][D5.17] a card says what an erasure does", () => {
  render(<DataCategories />);
  for (const name of CATEGORY_NAMES)
    expect(termsOf(dataCategories[name].name)).toEqual([
      "O que é",
      "Para quê",
      "Base legal",
      "Por quanto tempo",
      "Se a conta é excluída",
    ]);
  expect(factOf("Mensagens", "Se a conta é excluída")).toContain("Usuário removido");
});
