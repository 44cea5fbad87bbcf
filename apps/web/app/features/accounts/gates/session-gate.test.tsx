// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { findWords } from "../sign-in/rules.ts";
import { SessionGate } from "./session-gate.tsx";

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
});
afterEach(() => {
  cleanup();
  history.replaceState(null, "");
  vi.unstubAllGlobals();
});

function SignIn() {
  return <p>Entrar: {findWords(useLocation().state)?.text ?? "sem aviso"}</p>;
}

function open(state?: unknown) {
  render(
    <MemoryRouter initialEntries={[{ pathname: "/busca", state }]}>
      <Routes>
        <Route
          path="/busca"
          element={
            <SessionGate access="member" loading={null}>
              Quem combina com você
            </SessionGate>
          }
        />
        <Route path="/login" element={<SignIn />} />
      </Routes>
    </MemoryRouter>,
  );
}

test("[M8.11] a member's screen leads a guest to /login with the reason: the session that had ended", async () => {
  server.answer("GET /session", () => ({ user: null, hasExpired: true }));
  history.replaceState({ hasLeft: true }, "");
  open({ words: "Sua sessão expirou.", tone: "warning" });
  expect(await screen.findByText("Entrar: Sua sessão expirou.")).toBeTruthy();
});
