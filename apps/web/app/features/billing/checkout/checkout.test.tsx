// @vitest-environment happy-dom
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { StrictMode } from "react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import type { Order } from "../queries.ts";
import { Checkout } from "./checkout.tsx";

const { refresh } = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock("~/platform/refresh.ts", () => ({ refresh }));
// The frame is replaced, because the simulated browser of the tests would load the page in it.
vi.mock("./payment-frame.tsx", () => ({ PaymentFrame: ({ url }: { url: string }) => <p>{`frame of ${url}`}</p> }));

const OFFERS = "GET /offers";
const MAKE = "POST /orders";
const READ = "GET /orders/:id";
const CHECK = "POST /orders/:id/check";

const makeOrder = (change: Partial<Order> = {}): Order => ({
  id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b",
  product: "tokens",
  method: "pix",
  centavos: 4_700,
  returnedCentavos: 0,
  state: "pending",
  createdAt: "2026-11-22T12:00:00.000Z",
  paidAt: null,
  withdrawUntil: null,
  isReturning: false,
  review: null,
  needsReview: false,
  ...change,
});

let server: FakeServer;
/** The order as the server has stored it. */
let order: Order;

function Thanks() {
  const { pathname, search } = useLocation();
  return <p>{pathname + search}</p>;
}

function open(product: "tokens" | "premium_quarterly" = "tokens") {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={["/checkout"]}>
          <Routes>
            <Route path="/checkout" element={<Checkout product={product} />} />
            <Route path="/obrigado" element={<Thanks />} />
          </Routes>
        </MemoryRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
  return client;
}

beforeEach(() => {
  refresh.mockClear();
  server = openFakeServer();
  order = makeOrder();
  server.answer(OFFERS, () => ({ methods: ["pix"], isSandbox: false, reviewUntil: null }));
  server.answer(MAKE, () => ({ order, presentation: "frame", url: "/pay/1" }));
  server.answer(READ, () => order);
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

describe("the checkout", () => {
  test("[D4.23] shows the payment page in a frame, and always a way to open it in its own tab", async () => {
    open();
    await screen.findByText("frame of /pay/1");
    const link = screen.getByRole("link", { name: "Abrir em nova aba" });
    expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual(["/pay/1", "_blank"]);
    expect(server.callsOf(MAKE).map(({ body }) => body)).toEqual([{ product: "tokens", method: "pix" }]);
  });

  test("makes one order when React mounts it twice, and no other when the cache loads its answers again", async () => {
    const client = open();
    await screen.findByText("frame of /pay/1");
    await client.refetchQueries({ queryKey: ["billing"] });
    window.dispatchEvent(new Event("focus"));
    window.dispatchEvent(new Event("online"));
    await waitFor(() => expect(client.isFetching()).toBe(0));
    expect(server.callsOf(MAKE)).toHaveLength(1);
  });

  test("asks for the order again when the member has left and comes back, because it may be over", async () => {
    open();
    await screen.findByText("frame of /pay/1");
    cleanup();
    server.answer(MAKE, () => ({ order, presentation: "frame", url: "/pay/2" }));
    open();
    await screen.findByText("frame of /pay/2");
    expect(server.callsOf(MAKE)).toHaveLength(2);
  });

  test("[D4.22] draws no frame for a provider that does not want one", async () => {
    server.answer(MAKE, () => ({ order, presentation: "redirect", url: "/pay/1" }));
    open();
    await screen.findByRole("link", { name: "Abrir em nova aba" });
    expect(screen.queryByText("frame of /pay/1")).toBeNull();
  });

  test.each([
    ["tokens", "tokens"],
    ["premium_quarterly", "premium"],
  ] as const)(
    "[D4.17] of %s goes on to the thanks of %s once the server says that it is paid",
    async (product, type) => {
      order = makeOrder({ product });
      open(product);
      await screen.findByText("frame of /pay/1");
      order = makeOrder({ product, state: "paid", paidAt: order.createdAt });
      server.answer(CHECK, () => order);
      press("Já paguei");
      await screen.findByText(`/obrigado?type=${type}`);
      expect(refresh).toHaveBeenCalledWith("self");
    },
  );

  test("says that no confirmation has come when the member says that they paid, and stays", async () => {
    server.answer(CHECK, () => order);
    open();
    await screen.findByText("frame of /pay/1");
    press("Já paguei");
    await screen.findByText(/Ainda não recebemos a confirmação/);
  });

  test("says that a payment was refused, keeps its page, and makes another order on demand", async () => {
    order = makeOrder({ state: "refused" });
    open();
    await screen.findByText("O pagamento foi recusado");
    expect(screen.getByText("frame of /pay/1")).toBeTruthy();
    // The refusal takes the focus, because the element that had it may be gone.
    expect(document.activeElement?.textContent).toMatch(/^O pagamento foi recusado/);
    order = makeOrder({ id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c" });
    server.answer(MAKE, () => ({ order, presentation: "frame", url: "/pay/2" }));
    press("Tentar de novo");
    await screen.findByText("frame of /pay/2");
    expect(screen.queryByText("O pagamento foi recusado")).toBeNull();
  });

  test("offers a new payment instead of the page of one that is over", async () => {
    order = makeOrder({ state: "expired" });
    open();
    await screen.findByText("O prazo deste pagamento terminou");
    expect(screen.queryByText("frame of /pay/1")).toBeNull();
    press("Gerar novo pagamento");
    await waitFor(() => expect(server.callsOf(MAKE)).toHaveLength(2));
  });

  test.each(["refunded", "charged_back"] as const)(
    "says of an order that is %s that the money went back",
    async (state) => {
      order = makeOrder({ state });
      open();
      await screen.findByText("Este pagamento foi devolvido");
      expect(screen.queryByText("Nada foi cobrado.")).toBeNull();
    },
  );

  test("says that payments are not available, and tries again on demand", async () => {
    server.answer(MAKE, () => refuse("PAYMENT_UNAVAILABLE", 503));
    open();
    await screen.findByText(errorCatalogue.PAYMENT_UNAVAILABLE.text);
    server.answer(MAKE, () => ({ order, presentation: "frame", url: "/pay/1" }));
    press("Tentar Novamente");
    await screen.findByText("frame of /pay/1");
  });

  test("[T78] says that tokens are not sold while the staff decides a withdrawal, and offers no other try", async () => {
    server.answer(MAKE, () => refuse("WITHDRAWAL_UNDER_REVIEW"));
    open();
    await screen.findByText("Seu pedido está em análise");
    expect(screen.getByText(errorCatalogue.WITHDRAWAL_UNDER_REVIEW.text)).toBeTruthy();
    expect(screen.getByRole("link", { name: "Minhas compras" }).getAttribute("href")).toBe("/compras");
    expect(screen.queryByRole("button", { name: "Tentar Novamente" })).toBeNull();
  });

  test("[T78] makes no order where it is known before that tokens are not sold, and says until when", async () => {
    const offered = { methods: ["pix", "card"], isSandbox: false, reviewUntil: "2099-11-29T15:00:00.000Z" };
    server.answer(OFFERS, () => offered);
    open();
    await screen.findByText(/Respondemos até 29 de novembro de 2099/);
    expect(screen.queryByRole("radio")).toBeNull();
    cleanup();
    open("premium_quarterly");
    await screen.findByText("frame of /pay/1");
    expect(server.callsOf(MAKE).map(({ body }) => body)).toEqual([{ product: "premium_quarterly", method: "pix" }]);
  });

  test("[T78] keeps the open payment page when a withdrawal is requested on another device", async () => {
    const client = open();
    await screen.findByText("frame of /pay/1");
    const offered = { methods: ["pix", "card"], isSandbox: true, reviewUntil: "2099-11-29T15:00:00.000Z" };
    server.answer(OFFERS, () => offered);
    await client.refetchQueries({ queryKey: ["billing", "offers"] });
    await screen.findByText("Pagamento de teste");
    expect(screen.getByText("frame of /pay/1")).toBeTruthy();
    expect(screen.queryByText(/Respondemos até/)).toBeNull();
    expect(server.callsOf(MAKE)).toHaveLength(1);
  });

  test("says that there is no network", async () => {
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    server.answer(OFFERS, fail);
    open();
    await screen.findByText("Sem conexão");
  });

  test("lets the member choose where there are several ways to pay, and asks for the chosen one", async () => {
    server.answer(OFFERS, () => ({ methods: ["pix", "card"], isSandbox: true, reviewUntil: null }));
    open();
    await screen.findByText("frame of /pay/1");
    expect(screen.getByText("Pagamento de teste")).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: "Cartão" }));
    await waitFor(() =>
      expect(server.callsOf(MAKE).map(({ body }) => body)).toEqual([
        { product: "tokens", method: "pix" },
        { product: "tokens", method: "card" },
      ]),
    );
  });
});
