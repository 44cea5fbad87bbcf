// @vitest-environment happy-dom
import { brand } from "@caramelo/contract/brand/brand";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test } from "vitest";
import { GuestBar } from "./arrival/guest-bar.tsx";
import { Footer } from "./screen/footer.tsx";

afterEach(cleanup);

const links = () =>
  Object.fromEntries(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]));

test("[M2.16][M2.17] the bar of guests offers both ways in, and its brand leads to the sign-in", () => {
  render(<GuestBar />, { wrapper: MemoryRouter });
  expect(links()).toMatchObject({ [brand.name]: "/login", Entrar: "/login", "Cadastre-se": "/cadastro" });
});

test("[M2.43] the bar of the sign-up leads to the sign-in, and not to itself", () => {
  render(<GuestBar isSigningUp />, { wrapper: MemoryRouter });
  expect(links()).toMatchObject({ Entrar: "/login" });
  expect(screen.queryByRole("link", { name: "Cadastre-se" })).toBeNull();
});

test("[M2.14] the footer has the tagline, the legal pages and this year", () => {
  render(<Footer isOnPhones />, { wrapper: MemoryRouter });
  screen.getByText(brand.tagline);
  expect(links()).toMatchObject({ Privacidade: "/privacidade", Cookies: "/cookies", "Termos de uso": "/termos" });
  const year = new Intl.DateTimeFormat("pt-BR", { year: "numeric", timeZone: "America/Sao_Paulo" }).format(new Date());
  screen.getByText(new RegExp(`^© ${year} `));
});
