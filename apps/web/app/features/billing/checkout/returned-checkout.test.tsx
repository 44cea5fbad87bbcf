// @vitest-environment happy-dom
import type { OrderState } from "@caramelo/contract/billing/calls";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { Checkout, ReturnedCheckout } from "./checkout.tsx";

const ID = "6f1c1a52-8a1b-4c52-9a57-0f6a1f1a7d11";
const PAGE = "https://payments.example/page";
const orderIn = (state: OrderState) => ({
  id: ID,
  product: "tokens",
  method: "card",
  centavos: 4_700,
  returnedCentavos: 0,
  state,
  createdAt: "2026-11-22T12:00:00Z",
  paidAt: null,
  withdrawUntil: null,
  isReturning: false,
  review: null,
  needsReview: false,
});

let server: FakeServer;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12), shouldAdvanceTime: true });
  server = openFakeServer();
  return () => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

function open(screenAt: React.ReactNode, path = "/checkout") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={["/checkout"]}>
        <Routes>
          <Route path={path} element={screenAt} />
          {path === "/checkout" && <Route path="/obrigado" element={<h1>Obrigado</h1>} />}
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const returnScreen = <ReturnedCheckout orderId={ID} checkout="/checkout?type=tokens" />;

test("a company with its own payment page gets a link to it, in this tab and in a new one, and no frame", async () => {
  server.answer("GET /offers", () => ({ methods: ["card"], isSandbox: false, reviewUntil: null }));
  const openAnswer = { order: orderIn("pending"), presentation: "redirect", url: PAGE };
  server.answer("POST /orders", () => openAnswer);
  server.answer("GET /orders/:id", () => openAnswer.order);
  open(<Checkout product="tokens" />);
  const link = await screen.findByRole("link", { name: "Ir para a página de pagamento" });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([PAGE, null]);
  const newTabLink = screen.getByRole("link", { name: "Abrir em nova aba" });
  expect([newTabLink.getAttribute("href"), newTabLink.getAttribute("target")]).toEqual([PAGE, "_blank"]);
  expect(document.querySelector("iframe")).toBeNull();
});

test("[T57] a member who comes back from the company waits for the server's answer, makes no other order, and is led on once it is paid", async () => {
  server.answer("GET /session", () => ({ user: null }));
  server.answer("GET /orders/:id", () => orderIn("pending"));
  open(returnScreen);
  expect(await screen.findByText("Conferindo o pagamento")).toBeTruthy();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByRole("heading", { name: "Obrigado" })).toBeNull();
  server.answer("GET /orders/:id", () => orderIn("paid"));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByRole("heading", { name: "Obrigado" })).toBeTruthy();
  expect(server.callsOf("POST /orders")).toEqual([]);
});

test("[D4.17] the open page is led on within 20 s when the event of the payment is lost and a read is never answered", async () => {
  server.answer("GET /session", () => ({ user: null }));
  server.answer("GET /orders/:id", () => orderIn("pending"));
  open(returnScreen);
  await screen.findByText("Conferindo o pagamento");
  server.answer("GET /orders/:id", () => new Promise(() => {}));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  server.answer("GET /orders/:id", () => orderIn("paid"));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.getByRole("heading", { name: "Obrigado" })).toBeTruthy();
});

test.each(["paid", "expired", "refunded", "charged_back"] as const)(
  "the open page asks again while the payment may still come, and no more once the order is %s",
  async (state) => {
    server.answer("GET /session", () => ({ user: null }));
    server.answer("GET /orders/:id", () => orderIn("pending"));
    // The page stays open, as while the thanks are still loading.
    open(returnScreen, "*");
    await screen.findByText("Conferindo o pagamento");
    const count = () => server.callsOf("GET /orders/:id").length;
    const askedAtFirst = count();
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(count()).toBe(askedAtFirst + 2);
    server.answer("GET /orders/:id", () => orderIn(state));
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    const askedAtLast = count();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(count() - askedAtLast, "requests after the order's end").toBe(0);
  },
);

test("a member who comes back from a refused payment may try again", async () => {
  server.answer("GET /orders/:id", () => orderIn("refused"));
  open(returnScreen);
  expect(await screen.findByText("O pagamento foi recusado")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Tentar de novo" })).toBeTruthy();
  expect(screen.queryByText("Conferindo o pagamento")).toBeNull();
});

test("an order that is not the member's own leads to those that are, and is not requested again", async () => {
  server.answer("GET /orders/:id", () => refuse("NOT_FOUND", 404));
  open(returnScreen);
  expect(await screen.findByText("Não achamos esta compra")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Minhas compras" }).getAttribute("href")).toBe("/compras");
  expect(screen.queryByRole("button")).toBeNull();
});

test("an order that did not load can be requested again", async () => {
  server.answer("GET /orders/:id", fail);
  open(returnScreen);
  expect(await screen.findByRole("button", { name: "Tentar Novamente" })).toBeTruthy();
});
