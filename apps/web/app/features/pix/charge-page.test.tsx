// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { ChargePage } from "./charge-page.tsx";

const TOKEN = "A".repeat(43);
const READ = "GET /pix/charges/:token";
const CODE = "00020101021226450014br.gov.bcb.pix";
const pending = {
  product: "tokens",
  centavos: 4_700,
  state: "pending",
  expiresAt: new Date(Date.UTC(2026, 10, 22, 12, 30)).toISOString(),
  code: CODE,
};

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

function openPage() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ChargePage token={TOKEN} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("[D4.37] a Pix to pay shows what and how much, until when, its picture and its text, and nothing that pays by itself", async () => {
  server.answer(READ, () => pending);
  openPage();
  const text: HTMLTextAreaElement = await screen.findByLabelText("Pix copia e cola");
  expect(text.value).toBe(CODE);
  expect(screen.getByRole("heading", { name: "Fichas" })).toBeTruthy();
  expect(screen.getByText(/47,00/)).toBeTruthy();
  expect(screen.getByText(/^(30:00|29:5\d)$/)).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code do Pix" })).toBeTruthy();
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual(["Copiar código"]);
});

test("[D4.50] the page of a Pix begins with its text, and ends with the steps, help and the way back out of the frame", async () => {
  server.answer(READ, () => pending);
  openPage();
  const text = await screen.findByLabelText("Pix copia e cola");
  const follows = (element: Element) =>
    Boolean(text.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  for (const { name, element } of screen
    .getAllByRole("heading")
    .map((heading) => ({ name: heading.textContent, element: heading })))
    expect([name, follows(element)]).toEqual([name, true]);
  expect(screen.getAllByRole("listitem").map((step) => step.querySelector("h3")?.textContent)).toEqual([
    "Abra o app do seu banco",
    "Cole o código",
    "Confira e confirme",
  ]);
  const wayBack = screen.getByRole("link", { name: "Voltar aos planos" });
  expect([wayBack.getAttribute("href"), wayBack.getAttribute("target")]).toEqual(["/premium", "_top"]);
});

test("[D4.50] once the code is copied, the page says what to do next; without the right to copy it selects the text", async () => {
  const next = "Pague no app do seu banco. Esta página avança sozinha.";
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
  server.answer(READ, () => pending);
  openPage();
  const text: HTMLTextAreaElement = await screen.findByLabelText("Pix copia e cola");
  const select = vi.spyOn(text, "select");
  const press = () => act(async () => void fireEvent.click(screen.getByRole("button", { name: "Copiar código" })));
  await press();
  expect(select).toHaveBeenCalled();
  expect(screen.queryByText(next)).toBeNull();
  await press();
  expect(screen.getByText(next).closest("[role=status]")).toBeTruthy();
  expect(writeText).toHaveBeenLastCalledWith(CODE);
});

test("[D4.37] the page of a Pix asks again while it waits, and takes the code away once the Pix was received", async () => {
  server.answer(READ, () => pending);
  openPage();
  await screen.findByLabelText("Pix copia e cola");
  server.answer(READ, () => ({ ...pending, state: "paid", code: null }));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await screen.findByText("Pix recebido")).toBeTruthy();
  expect(screen.queryByLabelText("Pix copia e cola")).toBeNull();
});

test("[D4.37] a Pix whose time ended says not to pay it any more", async () => {
  server.answer(READ, () => ({ ...pending, state: "expired", code: null }));
  openPage();
  expect(await screen.findByText("O prazo deste Pix terminou")).toBeTruthy();
  expect(screen.queryByRole("img", { name: "QR code do Pix" })).toBeNull();
});
