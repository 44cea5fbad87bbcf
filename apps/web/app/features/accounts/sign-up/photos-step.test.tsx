// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { ComponentProps } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { SignUpPhotosStep } from "./photos-step.tsx";

afterEach(cleanup);

const step: ComponentProps<typeof SignUpPhotosStep> = {
  children: <button type="button">Remover foto 1</button>,
  isPreparing: false,
  share: undefined,
  isDone: false,
  asksForPassword: true,
  checkPhotos: () => true,
  onBack: () => {},
  onSubmit: () => new Promise(() => {}),
};
const press = () => fireEvent.click(screen.getByRole("button", { name: "Criar Conta" }));

test("[D2.68] the password that is missing after a reload gets the focus at each press", async () => {
  const onSubmit = vi.fn();
  render(<SignUpPhotosStep {...step} onSubmit={onSubmit} />);
  for (let presses = 0; presses < 2; presses += 1) {
    press();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Senha")));
    screen.getByRole("button", { name: "Criar Conta" }).focus();
  }
  expect(onSubmit).not.toHaveBeenCalled();
});

test("[D2.68] the button says what is going on, and what is being sent cannot be changed", async () => {
  const { rerender } = render(<SignUpPhotosStep {...step} />);
  fireEvent.input(screen.getByLabelText("Senha"), { target: { value: "segredo comprido" } });
  press();
  await screen.findByRole("button", { name: "Conferindo a senha…" });
  expect(screen.getByRole<HTMLFieldSetElement>("group").disabled).toBe(true);
  rerender(<SignUpPhotosStep {...step} share={0.5} />);
  screen.getByRole("button", { name: "Enviando fotos… 50%" });
  rerender(<SignUpPhotosStep {...step} share={1} />);
  screen.getByRole("button", { name: "Criando conta…" });
  rerender(<SignUpPhotosStep {...step} share={1} isDone />);
  screen.getByRole("button", { name: "Abrindo o login…" });
});
