// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { Thanks } from "./thanks.tsx";
import type { ThanksType } from "./thanks-rules.ts";

const ORDERS = "GET /orders";
const JUST_NOW = new Date().toISOString();
let server: FakeServer;

function open(type: ThanksType, orders: object[], wayBack?: string) {
  server.answer(ORDERS, () => ({ orders, next: null }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Thanks type={type} wayBack={wayBack} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
const gifts = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

describe("the thanks for what was paid", () => {
  test("[K2.40][K2.43] of premium list what premium gives, and lead to the search", async () => {
    open("premium", [{ product: "premium_quarterly", state: "paid", paidAt: JUST_NOW }]);
    await screen.findByRole("heading", { name: "Agora você é Premium" });
    expect(screen.getByText(/já está liberado/)).toBeTruthy();
    expect(gifts()).toEqual([
      "Mensagens ilimitadas",
      "Perfil em destaque nos resultados",
      "Modo invisível",
      "Veja quem visitou seu perfil",
    ]);
    expect(hrefOf("Começar a explorar")).toBe("/busca");
  });

  test("[K2.41][K2.43][D4.20] of a highlight list what it gives", async () => {
    open("highlight", [{ product: "highlight", state: "paid", paidAt: JUST_NOW }]);
    await screen.findByRole("heading", { name: "Seu perfil está em destaque" });
    expect(gifts()).toEqual([
      "Destaque por 30 dias",
      "Mais visibilidade",
      "Mais chances de combinar",
      "Verificação com prioridade na fila",
    ]);
    expect(hrefOf("Começar a explorar")).toBe("/busca");
  });

  test("[K2.42][K2.43][D4.26] of tokens list what they give, and lead back to the conversation that was stopped", async () => {
    open("tokens", [{ product: "tokens", state: "paid", paidAt: JUST_NOW }], "/mensagens?userId=ana");
    await screen.findByRole("heading", { name: "Suas fichas chegaram" });
    expect(gifts()).toEqual([
      "100 fichas para mensagens",
      "10 conversas diferentes",
      "Sem compromisso mensal",
      "Compre de novo quando precisar",
    ]);
    expect(hrefOf("Voltar à conversa")).toBe("/mensagens?userId=ana");
    expect(hrefOf("Começar a explorar")).toBe("/busca");
  });
});

test.each([
  ["no order", []],
  ["an order of something else", [{ product: "tokens", state: "paid", paidAt: JUST_NOW }]],
  ["an order that was not paid", [{ product: "premium_monthly", state: "pending" }]],
  ["an order whose money went back", [{ product: "premium_monthly", state: "refunded" }]],
  ["an order of last year", [{ product: "premium_monthly", state: "paid", paidAt: "2025-11-21T12:00:00.000Z" }]],
])("[T56][T57] the thanks claim nothing with %s", async (_, orders) => {
  open("premium", orders, "/mensagens?userId=ana");
  await screen.findByRole("heading", { name: "Obrigado!" });
  expect(screen.queryByText("Mensagens ilimitadas")).toBeNull();
  expect(screen.queryByRole("link", { name: "Voltar à conversa" })).toBeNull();
});
