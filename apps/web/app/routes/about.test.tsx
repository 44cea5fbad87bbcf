// @vitest-environment happy-dom
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openFakeServer } from "~/testing/fake-server.ts";
import HowItWorks from "./como-funciona.tsx";
import About from "./sobre.tsx";

beforeEach(() => void openFakeServer());
afterEach(cleanup);

const section = (name: string) => {
  const foundSection = screen.getByRole("heading", { level: 2, name }).closest("section");
  if (!foundSection) throw new Error(`No section ${name}`);
  return within(foundSection);
};
const titlesIn = (name: string) =>
  section(name)
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);
const paths = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

test("[K2.29] the page about the product tells mission and values, and leads to the sign-up and to how it works", () => {
  render(<About />, { wrapper: MemoryRouter });
  expect(section("Nossa missão").getAllByText(/relações sugar|encontros/i)).not.toEqual([]);
  expect(titlesIn("O que nos guia")).toEqual(["Qualidade", "Segurança", "Transparência", "Discrição"]);
  expect(paths()).toEqual(expect.arrayContaining(["/cadastro", "/como-funciona"]));
});

test("[K2.30] the page about how it works shows four steps, benefits, free against premium, safety tips and questions", () => {
  render(<HowItWorks />, { wrapper: MemoryRouter });
  expect(titlesIn("Em quatro passos")).toEqual([
    "Crie sua conta",
    "Monte seu perfil",
    "Encontre pessoas",
    "Converse com franqueza",
  ]);
  expect(titlesIn("O que você encontra")).toHaveLength(4);
  expect(section("Grátis e Premium").getAllByRole("row").length).toBeGreaterThan(4);
  expect(section("Encontros com segurança").getAllByRole("listitem").length).toBeGreaterThan(2);
  expect(section("Perguntas frequentes").getAllByRole("group").length).toBeGreaterThan(2);
});

test("[K2.31] the page about how it works leads to premium, questions, sign-up and sign-in", () => {
  render(<HowItWorks />, { wrapper: MemoryRouter });
  expect(paths()).toEqual(expect.arrayContaining(["/premium", "/faq", "/cadastro", "/login"]));
});
