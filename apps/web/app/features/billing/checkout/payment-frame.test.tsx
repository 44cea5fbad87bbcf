// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PaymentFrame } from "./payment-frame.tsx";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const LOADING = "Carregando o pagamento…";
const LATE = "O pagamento está demorando para carregar";
const wait = () => act(() => vi.advanceTimersByTime(15_000));

/** Outside of the document the simulated browser loads no page, and reports nothing, as Firefox and Safari do. */
function draw() {
  const container = document.createElement("div");
  render(<PaymentFrame url="/pay/1" />, { container });
  return { ...within(container), frame: () => within(container).getByTitle("Página de pagamento") };
}

test("[K2.36] a payment page of which the browser reports nothing is offered once more, and not awaited for ever", () => {
  const page = draw();
  expect(page.getByText(LOADING)).toBeTruthy();
  const first = page.frame();
  wait();
  expect(page.queryByText(LOADING)).toBeNull();
  expect(page.getByText(LATE)).toBeTruthy();
  expect(page.frame()).toBe(first);
  fireEvent.click(page.getByRole("button", { name: "Tentar de novo", hidden: true }));
  expect(page.getByText(LOADING)).toBeTruthy();
  expect(page.frame()).not.toBe(first);
});

test("[K2.36] a payment page that comes late ends the waiting", () => {
  const page = draw();
  wait();
  fireEvent.load(page.frame());
  expect(page.queryByText(LATE)).toBeNull();
});
