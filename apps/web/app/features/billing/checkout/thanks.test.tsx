// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { fc } from "../../../../../../testing/properties.ts";
import { markPaid } from "./just-paid.ts";
import { Thanks } from "./thanks.tsx";
import { countUpTo, type ThanksType } from "./thanks-rules.ts";

const ORDERS = "GET /orders";
const JUST_NOW = new Date().toISOString();
let server: FakeServer;

function open(type: ThanksType, orders: object[], conversation?: ReactNode) {
  server.answer(ORDERS, () => ({ orders, next: null }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Thanks type={type} conversation={conversation} />
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
    open("tokens", [{ product: "tokens", state: "paid", paidAt: JUST_NOW }], <p>Ana</p>);
    await screen.findByRole("heading", { name: "Suas fichas chegaram" });
    expect(gifts()).toEqual([
      "100 fichas para mensagens",
      "10 conversas diferentes",
      "Sem compromisso mensal",
      "Compre de novo quando precisar",
    ]);
    expect(screen.getByText("Ana")).toBeTruthy();
    expect(hrefOf("Começar a explorar")).toBe("/busca");
  });
});

describe("the amount that was bought", () => {
  const order = (product: string) => ({ id: "o1", product, state: "paid", paidAt: JUST_NOW });
  /** The visible number; a screen reader reads the text next to it. */
  const readSeen = () => document.querySelector("p > [aria-hidden]")?.textContent;

  test.each([
    ["tokens", "tokens", "100 fichas"],
    ["premium", "premium_monthly", "1 mês de Premium"],
    ["premium", "premium_quarterly", "3 meses de Premium"],
    ["highlight", "highlight", "30 dias de destaque"],
  ] as const)("[D4.51] of %s (%s) is %s", async (type, product, text) => {
    open(type, [order(product)]);
    const [count = ""] = text.split(" ");
    expect((await screen.findByText(count, { selector: ".sr-only" })).parentElement?.textContent).toBe(count + text);
  });

  test("[D4.51] counts up once after its payment, and a screen reader has the whole number from the start", async () => {
    vi.useFakeTimers({ toFake: ["requestAnimationFrame", "cancelAnimationFrame", "performance"] });
    markPaid("o1");
    open("tokens", [order("tokens")]);
    await screen.findByText("100", { selector: ".sr-only" });
    expect(readSeen()).toBe("1");
    await act(async () => void vi.advanceTimersByTime(2_000));
    expect(readSeen()).toBe("100");
    cleanup();
    open("tokens", [order("tokens")]);
    await screen.findByText("100", { selector: ".sr-only" });
    expect(readSeen()).toBe("100");
    vi.useRealTimers();
  });

  test("[D4.51] does not move with reduced motion", async () => {
    vi.stubGlobal("matchMedia", (query: string) => ({ matches: query.includes("reduced-motion: reduce") }));
    markPaid("o1");
    open("tokens", [order("tokens")]);
    await screen.findByText("100", { selector: ".sr-only" });
    expect(readSeen()).toBe("100");
  });

  test("[D4.51] never counts down, begins at 1 and ends at the number itself", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(2_000), fc.nat(2_000), (count, some, more) => {
        expect(countUpTo(count, some + more)).toBeGreaterThanOrEqual(countUpTo(count, some));
        expect([countUpTo(count, 0), countUpTo(count, 900)]).toEqual([1, count]);
      }),
    );
  });
});

test.each([
  ["no order", []],
  ["an order of something else", [{ product: "tokens", state: "paid", paidAt: JUST_NOW }]],
  ["an order that was not paid", [{ product: "premium_monthly", state: "pending" }]],
  ["an order whose money went back", [{ product: "premium_monthly", state: "refunded" }]],
  ["an order of last year", [{ product: "premium_monthly", state: "paid", paidAt: "2025-11-21T12:00:00.000Z" }]],
])("[T56][T57] the thanks claim nothing with %s", async (_, orders) => {
  open("premium", orders, <p>Ana</p>);
  await screen.findByRole("heading", { name: "Obrigado!" });
  expect(screen.queryByText("Mensagens ilimitadas")).toBeNull();
  expect(screen.queryByText("Ana")).toBeNull();
});
