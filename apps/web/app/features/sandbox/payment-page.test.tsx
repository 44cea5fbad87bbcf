// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { PaymentPage } from "./payment-page.tsx";

const READ = "GET /sandbox/payments/:token";
const ACT = "POST /sandbox/payments/:token";
const token = "t".repeat(43);
const payment = {
  product: "tokens",
  method: "card",
  centavos: 4_700,
  state: "pending",
  expiresAt: new Date(Date.now() + 60_000).toISOString(),
  pixCode: null,
};

let server: FakeServer;

function open(answer: object = payment) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  server.answer(READ, () => answer);
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <PaymentPage token={token} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

test("a card form sends nothing that was typed", async () => {
  open();
  fireEvent.change(await screen.findByLabelText("Número do cartão"), { target: { value: "4111111111111111" } });
  server.answer(ACT, () => ({ ...payment, state: "paid" }));
  fireEvent.submit(screen.getByLabelText("Número do cartão"));
  await screen.findByText("Pagamento feito");
  expect(server.callsOf(ACT).map(({ body }) => body)).toEqual([{ action: "pay" }]);
});

test("[D4.50] a Pix for trying out begins with its text, and offers the answers of the bank before its picture", async () => {
  open({ ...payment, method: "pix", pixCode: "00020101021226450014br.gov.bcb.pix" });
  const parts = [
    await screen.findByLabelText("Pix copia e cola"),
    screen.getByRole("button", { name: "Pagar" }),
    screen.getByRole("img", { name: "QR code do Pix" }),
    screen.getByRole("heading", { name: "Como pagar" }),
    screen.getByRole("link", { name: "Voltar aos planos" }),
  ];
  const inOrder = [...parts].sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  expect(inOrder).toEqual(parts);
});

test.each([
  ["paid", "Pagamento feito"],
  ["refused", "Pagamento recusado"],
  ["expired", "O prazo terminou"],
])("a payment that is %s offers nothing more", async (state, title) => {
  open({ ...payment, state });
  await screen.findByText(title);
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("a payment that does not exist says so", async () => {
  open(refuse("NOT_FOUND", 404));
  await screen.findByText("Pagamento não encontrado");
});
