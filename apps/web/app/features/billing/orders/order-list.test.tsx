// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import type { Order } from "../queries.ts";
import { OrderList } from "./order-list.tsx";

const { showToast } = vi.hoisted(() => ({ showToast: vi.fn() }));
vi.mock("~/ui/overlays/toast.ts", () => ({ showToast }));

const ORDERS = "GET /orders";
const WITHDRAW = "POST /orders/:id/withdrawal";

const paidAt = "2026-11-22T15:00:00.000Z";
let client: QueryClient;
let order: Order;
let server: FakeServer;

function openList() {
  server.answer(ORDERS, () => ({ orders: [order], next: null }));
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <OrderList action={null} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

async function askToUndo() {
  openList();
  fireEvent.click(await screen.findByRole("button", { name: /^Desfazer compra/ }));
  return screen.findByRole("alertdialog");
}
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Desfazer e receber de volta" }));

beforeEach(() => {
  showToast.mockClear();
  server = openFakeServer();
  client = new QueryClient();
  order = {
    id: "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b",
    product: "tokens",
    method: "pix",
    centavos: 4_700,
    returnedCentavos: 0,
    state: "paid",
    createdAt: paidAt,
    paidAt,
    withdrawUntil: "2026-11-29T15:00:00.000Z",
    isReturning: false,
    review: null,
    needsReview: false,
  };
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

describe("a purchase that may be undone", () => {
  test("its controls name it for a screen reader", async () => {
    await askToUndo();
    for (const label of ["Recibo", "Comprar de novo", "Desfazer compra"])
      expect(screen.getByText(label).textContent).toBe(`${label}: Fichas, 22/11/2026, 12:00`);
  });

  test("promises back only what has not gone back yet", async () => {
    order = { ...order, returnedCentavos: 2_350 };
    const dialog = await askToUndo();
    expect(dialog.textContent).toMatch(/Devolvemos R\$\s23,50 pelo mesmo meio/);
    expect(dialog.textContent).toContain("até 29 de novembro de 2026, 7 dias depois do pagamento");
  });

  test("says that it was undone, and gives the focus to its heading once the button is gone", async () => {
    server.answer(WITHDRAW, () => {
      order = { ...order, withdrawUntil: null, isReturning: true };
      return order;
    });
    await askToUndo();
    confirm();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByText("Reembolso a caminho")).toBeTruthy();
    expect(showToast.mock.calls).toEqual([
      [{ type: "success", title: "Compra desfeita. O dinheiro está voltando para você." }],
    ]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Fichas" })));
  });

  test("says why it could not be undone, where the question does not cover it", async () => {
    server.answer(WITHDRAW, () => refuse("WITHDRAWAL_TOO_LATE"));
    await askToUndo();
    confirm();
    const alert = await screen.findByText(
      "Esta compra não pode mais ser desfeita por aqui. Se precisar, fale com o nosso suporte.",
    );
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(alert.closest("[role=alert]")).not.toBeNull();
    expect(showToast).not.toHaveBeenCalled();
  });
});

describe("[T78] a purchase whose withdrawal the staff decides", () => {
  const waitingReview = {
    state: "waiting",
    requestedAt: paidAt,
    answerBy: "2099-11-29T15:00:00.000Z",
    reason: null,
  } as const;

  test("says so before the request, and then until when the answer comes", async () => {
    order = { ...order, needsReview: true };
    server.answer(WITHDRAW, () => {
      order = { ...order, withdrawUntil: null, needsReview: false, review: waitingReview };
      return order;
    });
    const dialog = await askToUndo();
    expect(dialog.textContent).toContain("a equipe analisa o pedido e responde em até 5 dias");
    expect(dialog.textContent).not.toContain("Devolvemos");
    fireEvent.click(screen.getByRole("button", { name: "Enviar pedido" }));
    await screen.findByText("Seu pedido está em análise");
    expect(screen.getByText(/Respondemos até 29 de novembro de 2099/)).toBeTruthy();
    expect(screen.getByText("Em análise")).toBeTruthy();
    expect(showToast.mock.calls).toEqual([[{ type: "success", title: "Pedido enviado. Respondemos em até 5 dias." }]]);
  });

  test("keeps its question while the answer is on its way, also when the list is read again meanwhile", async () => {
    order = { ...order, needsReview: true };
    let answer = (_: Order) => {};
    server.answer(WITHDRAW, () => new Promise<Order>((resolve) => (answer = resolve)));
    const dialog = await askToUndo();
    fireEvent.click(screen.getByRole("button", { name: "Enviar pedido" }));
    order = { ...order, withdrawUntil: null, needsReview: false, review: waitingReview };
    await client.invalidateQueries();
    await screen.findByText("Seu pedido está em análise");
    expect(dialog.textContent).toContain("Pedir para desfazer esta compra?");
    answer(order);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  test.each([
    ["accepted", "Aceitamos desfazer esta compra"],
    ["refused", "Não pudemos desfazer esta compra"],
  ] as const)("shows that it was %s, with the staff's reason", async (state, title) => {
    order = { ...order, withdrawUntil: null, review: { ...waitingReview, state, reason: "Lemos o pedido." } };
    openList();
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText("Resposta da equipe: Lemos o pedido.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Desfazer compra/ })).toBeNull();
  });

  test("says that the staff was reminded once its time is over", async () => {
    order = { ...order, withdrawUntil: null, review: { ...waitingReview, answerBy: "2026-11-23T15:00:00.000Z" } };
    openList();
    expect(await screen.findByText(/Nossa resposta está atrasada, e a equipe já foi avisada/)).toBeTruthy();
  });
});
