// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { PasswordReset } from "./password-reset.tsx";
import { RecoveryRequest } from "./recovery-request.tsx";

const ASK = "POST /recovery";
const CHECK = "POST /recovery/check";
const RESET = "POST /recovery/password";
const PASSWORD = "uma senha bem longa 42";
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  server.answer("GET /session", () => ({ user: null, hasExpired: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
    history.replaceState(null, "", "/");
  };
});

/** Shows the words that another screen passed on to the sign-in. */
function SignIn() {
  const { state } = useLocation();
  return <h1>{`login: ${JSON.stringify(state)}`}</h1>;
}

function open(address: string) {
  history.replaceState(null, "", address);
  render(
    <MemoryRouter initialEntries={[address]}>
      <Routes>
        <Route path="/esqueci-senha" element={<RecoveryRequest />} />
        <Route path="/redefinir-senha" element={<PasswordReset />} />
        <Route path="/login" element={<SignIn />} />
      </Routes>
    </MemoryRouter>,
  );
}
const fill = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });

describe("the request for a link", () => {
  const ask = () => {
    fill("E-mail", "ana@exemplo.invalid");
    fireEvent.click(screen.getByRole("button", { name: "Enviar Link de Recuperação" }));
  };

  test("[M2.44][M2.45] says that the mail was sent, where to look and how long the link opens", async () => {
    server.answer(ASK, () => ({}));
    open("/esqueci-senha");
    ask();
    await screen.findByText("E-mail enviado com sucesso!");
    expect(server.callsOf(ASK).map(({ body }) => body)).toEqual([{ email: "ana@exemplo.invalid" }]);
    screen.getByText("Verifique sua caixa de entrada e spam. O link expira em 24 horas.");
    expect(screen.getByRole("link", { name: "Voltar para o login" }).getAttribute("href")).toBe("/login");
  });

  test("[M8.32][D2.27] that fails says so, whatever failed", async () => {
    open("/esqueci-senha");
    for (const [answer, reason] of [
      [fail, /conexão/i],
      [() => refuse("SERVER_ERROR", 500), /Erro interno/],
      [() => refuse("RATE_LIMIT_EXCEEDED", 429), /Muitas tentativas/],
    ] as const) {
      server.answer(ASK, answer);
      ask();
      await screen.findByText(reason);
      screen.getByText("Erro ao enviar e-mail de recuperação");
    }
  });
});

describe("the reset", () => {
  const reset = async () => {
    await screen.findByLabelText("Nova senha");
    fill("Nova senha", PASSWORD);
    fill("Confirmar nova senha", PASSWORD);
    fireEvent.click(screen.getByRole("button", { name: "Redefinir Senha" }));
  };

  test("[M4.27] without a link that opens leads to the sign-in, which says so", async () => {
    server.answer(CHECK, () => refuse("RESET_LINK_INVALID"));
    for (const address of ["/redefinir-senha", "/redefinir-senha#nada", `/redefinir-senha#${"x".repeat(43)}`]) {
      open(address);
      await screen.findByText(/Link de redefinição de senha inválido ou expirado. Por favor, solicite um novo link./);
      cleanup();
    }
  });

  test("[M8.33] that fails says so, and what was typed stays", async () => {
    server.answer(CHECK, () => ({ isFirstPassword: false, passwordMin: 8 }));
    server.answer(RESET, () => refuse("SERVER_ERROR", 500));
    open(`/redefinir-senha#${"x".repeat(43)}`);
    await reset();
    await screen.findByText("Erro ao redefinir senha. Por favor, tente novamente.");
    expect(screen.getByLabelText<HTMLInputElement>("Nova senha").value).toBe(PASSWORD);
    server.answer(RESET, () => ({}));
    fireEvent.click(screen.getByRole("button", { name: "Redefinir Senha" }));
    await screen.findByText(/^login: .*Senha alterada com sucesso/);
  });

  test("[T84] shows what opens the account besides the password, and what is switched off", async () => {
    server.answer(CHECK, () => ({ isFirstPassword: false, passwordMin: 8 }));
    const key = { kind: "key", name: "Celular", addedAt: "2026-11-20T12:00:00.000Z", addedOn: "Chrome no Android" };
    const app = { kind: "app", name: null, addedAt: "2026-05-03T12:00:00.000Z", addedOn: null };
    const waysLeft = [
      { ...key, isOff: true },
      { ...app, isOff: false },
    ];
    server.answer(RESET, () => ({ waysLeft }));
    open(`/redefinir-senha#${"x".repeat(43)}`);
    await reset();
    await screen.findByRole("heading", { name: "Senha criada" });
    expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "Chave de acesso: CelularDesde 20 de novembro de 2026, em Chrome no AndroidDesligada",
      "Aplicativo autenticadorDesde 3 de maio de 2026",
    ]);
    screen.getByText(/nos últimos 7 dias está desligado até você decidir/);
    expect(screen.getByRole("link", { name: "Entrar" }).getAttribute("href")).toBe("/login");
  });

  test("[M2.46] asks for the password twice, and shows each on demand", async () => {
    server.answer(CHECK, () => ({ isFirstPassword: false, passwordMin: 8 }));
    open(`/redefinir-senha#${"x".repeat(43)}`);
    await waitFor(() => expect(screen.getAllByRole("button", { name: "Mostrar senha" })).toHaveLength(2));
    const fields = ["Nova senha", "Confirmar nova senha"].map((label) => screen.getByLabelText(label));
    expect(fields.map((field) => field.getAttribute("type"))).toEqual(["password", "password"]);
    for (const [at, button] of screen.getAllByRole("button", { name: "Mostrar senha" }).entries()) {
      fireEvent.click(button);
      expect(fields[at]?.getAttribute("type")).toBe("text");
    }
  });
});
