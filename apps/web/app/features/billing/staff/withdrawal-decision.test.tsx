// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { WithdrawalDecision } from "./withdrawal-decision.tsx";

vi.mock("~/ui/overlays/toast.ts", () => ({ showToast: vi.fn() }));
afterEach(cleanup);

const REVIEW = {
  state: "waiting" as const,
  reason: null,
  requestedAt: "2099-11-24T12:00:00.000Z",
  answerBy: "2099-11-29T12:00:00.000Z",
};

function open() {
  const onDecide = vi.fn((_: { isAccepted: boolean; reason: string }) => Promise.reject(new Error("no network")));
  render(<WithdrawalDecision review={REVIEW} use={null} onDecide={onDecide} />);
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "No prazo." } });
  const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
  return { onDecide, accept: button("Aceitar e devolver"), refuse: button("Recusar") };
}

test("[T78] each button sends its own decision, also after the other one failed", async () => {
  const { onDecide, accept, refuse } = open();
  for (const [at, button] of [accept, refuse, accept].entries()) {
    // The test waits after each press, because React may render only after both its events, click and submit.
    button.click();
    await waitFor(() => expect(onDecide).toHaveBeenCalledTimes(at + 1));
    await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
  }
  expect(onDecide.mock.calls.map(([{ isAccepted }]) => isAccepted)).toEqual([true, false, true]);
  expect(onDecide).toHaveBeenCalledWith({ isAccepted: true, reason: "No prazo." });
});

test("[T78] a form that is sent without a button decides nothing", () => {
  const { onDecide, accept } = open();
  fireEvent.submit(accept.form ?? accept);
  expect(onDecide).not.toHaveBeenCalled();
});
