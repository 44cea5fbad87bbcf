// @vitest-environment happy-dom
import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import Favorites, { handle } from "./favoritos.tsx";

vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useMember: () => makeSessionUser({ role: "daddy" }),
}));

const LIST = "GET /favorites";
const makeCard = (digit: number, name: string, city: string): ProfileCard => ({
  id: `0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a0${digit}`,
  name,
  age: 30,
  role: "baby",
  city,
  isWildcardCity: false,
  isVerified: false,
  isPremium: false,
  isPromoted: false,
  isManaged: false,
  isDemo: false,
  presence: "offline",
  isFavorite: true,
  distanceKm: null,
  photo: null,
});
const cards = [
  makeCard(1, "Helena", "Porto Velho, RO"),
  makeCard(2, "Márcia", "Rio de Janeiro, RJ"),
  makeCard(3, "Bia", "Rio de Janeiro, RJ"),
];

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/favoritos"]}>
        <Favorites />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const people = () =>
  screen.getAllByRole("article").map((card) => /Helena|Márcia|Bia/.exec(card.textContent ?? "")?.[0]);
const search = (text: string) =>
  fireEvent.change(screen.getByRole("textbox", { name: "Buscar por nome ou cidade" }), { target: { value: text } });

test("[K2.26][K2.27][K2.28] the favourites are a grid, are searched by the server, and an empty result says what was searched for", async () => {
  server.answer(LIST, ({ query: { q } }) => {
    const profiles = cards.filter(({ name, city }) => !q || `${name} ${city}`.toLowerCase().includes(q));
    return { profiles, next: null };
  });
  open();
  expect(handle.title).toBe("Meus Favoritos");
  await screen.findAllByRole("article");
  expect(people()).toEqual(["Helena", "Márcia", "Bia"]);
  search("rio de janeiro");
  await vi.waitFor(() => expect(people()).toEqual(["Márcia", "Bia"]), 5_000);
  expect(server.callsOf(LIST).at(-1)?.query).toEqual({ q: "rio de janeiro" });
  search("ninguém");
  await screen.findByRole("heading", { name: "Nenhum favorito encontrado" });
  screen.getByText(/combina com “ninguém”/);
});

test("[K2.28] without favourites the list says so, and leads to the search", async () => {
  server.answer(LIST, () => ({ profiles: [], next: null }));
  open();
  await screen.findByRole("heading", { name: "Nenhum favorito encontrado" });
  screen.getByText(/Toque no coração de um perfil/);
  expect(screen.getByRole("link", { name: "Buscar perfis" }).getAttribute("href")).toBe("/busca");
});

test("[K8.02] favourites that do not load say so, and can be requested again", async () => {
  server.answer(LIST, () => refuse("SERVER_ERROR", 500));
  open();
  await screen.findByText("Erro ao carregar favoritos. Por favor, tente novamente.");
  server.answer(LIST, () => ({ profiles: cards, next: null }));
  fireEvent.click(screen.getByRole("button", { name: "Tentar Novamente" }));
  await screen.findAllByRole("article");
});
