// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import { SignInForm } from "./sign-in-form.tsx";
import { SignUpInvitation } from "./sign-up-invitation.tsx";
import { useSignInForm } from "./use-sign-in-form.ts";

function SignIn() {
  return (
    <>
      <SignInForm form={useSignInForm(undefined)} />
      <SignUpInvitation />
    </>
  );
}

beforeEach(() => {
  render(<SignIn />, { wrapper: MemoryRouter });
  return cleanup;
});

test("[M2.30] the sign-in asks for address and password, and leads to the recovery and the sign-up", () => {
  screen.getByRole("textbox", { name: "E-mail" });
  screen.getByLabelText("Senha");
  screen.getByRole("checkbox", { name: "Lembrar de mim" });
  screen.getByRole("button", { name: "Entrar" });
  const paths = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(paths).toEqual(expect.arrayContaining(["/esqueci-senha", "/cadastro"]));
});

test("[M2.31] the password is shown and hidden", () => {
  const type = () => screen.getByLabelText("Senha").getAttribute("type");
  expect(type()).toBe("password");
  fireEvent.click(screen.getByRole("button", { name: "Mostrar senha" }));
  expect(type()).toBe("text");
  fireEvent.click(screen.getByRole("button", { name: "Ocultar senha" }));
  expect(type()).toBe("password");
});

test("[M5.01][M5.02][M5.03][M5.04] the sign-in says what is wrong before it asks the server", async () => {
  const submit = () => fireEvent.click(screen.getByRole("button", { name: "Entrar" }));
  submit();
  await screen.findByText("Email é obrigatório");
  screen.getByText("Senha é obrigatória");
  screen.getByText("Por favor, corrija os erros no formulário");
  expect(document.activeElement).toBe(screen.getByLabelText("E-mail"));
  fireEvent.input(screen.getByLabelText("E-mail"), { target: { value: "ana" } });
  fireEvent.input(screen.getByLabelText("Senha"), { target: { value: "12345" } });
  submit();
  await screen.findByText("Email inválido");
  screen.getByText("A senha deve ter pelo menos 6 caracteres");
});
