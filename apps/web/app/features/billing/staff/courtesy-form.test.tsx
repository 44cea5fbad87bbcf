// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { CourtesyForm } from "./courtesy-form.tsx";

afterEach(cleanup);

test("a courtesy of nothing is not sent; a number with a minus is", async () => {
  const onGrant = vi.fn(() => Promise.resolve());
  render(<CourtesyForm onGrant={onGrant} />);
  fireEvent.change(screen.getByLabelText("Motivo"), { target: { value: "Engano" } });
  const send = () => fireEvent.click(screen.getByRole("button", { name: "Registrar cortesia" }));
  send();
  await screen.findByText("Escreva quanto dar ou retirar");
  expect(onGrant).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText("Fichas"), { target: { value: "-5" } });
  send();
  await waitFor(() => expect(onGrant).toHaveBeenCalledOnce());
  expect(onGrant).toHaveBeenCalledWith({
    requestId: expect.any(String),
    tokens: -5,
    conversations: 0,
    reason: "Engano",
  });
});
