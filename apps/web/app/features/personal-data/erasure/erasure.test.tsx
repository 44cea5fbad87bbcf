// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { ErasureGate } from "./erasure-gate.tsx";
import { ErasureSection } from "./erasure-section.tsx";

const { leaveSpy } = vi.hoisted(() => ({ leaveSpy: vi.fn() }));
vi.mock("~/platform/leave.ts", async (load) => ({ ...(await load<object>()), leave: leaveSpy }));

const ASK = "POST /account/erasure";
const TAKE_BACK = "DELETE /account/erasure";
const SESSION = "GET /session";
const endsAt = "2026-12-27T15:00:00.000Z";

let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  server.answer(SESSION, () => ({ user: makeSessionUser({ erasesAt: endsAt }), hasExpired: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

test("[D5.17] the section says what stays and until when, and sends nothing before the confirmation", async () => {
  server.answer(ASK, () => ({ erasesAt: endsAt }));
  const onDelayed = vi.fn();
  const { container } = render(<ErasureSection onDelayed={onDelayed}>{null}</ErasureSection>);
  expect(container.textContent).toContain("Você tem 30 dias para mudar de ideia");
  expect(container.textContent).toContain("Usuário removido");
  await confirmErasure();
  await waitFor(() => expect(server.callsOf(SESSION).length).toBeGreaterThan(0));
  expect(onDelayed).not.toHaveBeenCalled();
});

test("[T84] an erasure delayed by a young way in is announced as such, and the screen learns that it waits", async () => {
  server.answer(ASK, () => ({ erasesAt: endsAt, delayedUntil: "2026-11-28T15:00:00.000Z" }));
  const onDelayed = vi.fn();
  const { container } = render(<ErasureSection onDelayed={onDelayed}>O que espera</ErasureSection>);
  const words = "Se você entrou por uma chave, um aplicativo ou uma senha de menos de três dias, isso só começa depois";
  expect(container.textContent).toContain(words);
  expect(container.textContent).toContain("O que espera");
  const dialog = await confirmErasure();
  expect(dialog.textContent).toContain(words);
  await waitFor(() => expect(onDelayed).toHaveBeenCalledOnce());
  expect(server.callsOf(SESSION)).toEqual([]);
});

/** Asks for the erasure, which sends nothing before the confirmation. */
async function confirmErasure() {
  fireEvent.click(screen.getByRole("button", { name: "Excluir minha conta" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(server.callsOf(ASK)).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Excluir minha conta" }));
  await waitFor(() => expect(server.callsOf(ASK)).toHaveLength(1));
  return dialog;
}

test("[D5.17] the gate names the day, takes the erasure back, and offers the way out", async () => {
  const leave = vi.fn();
  server.answer(TAKE_BACK, () => ({ isSuspended: false }));
  render(<ErasureGate endsAt={endsAt} isSuspended={false} leave={leave} isLeaving={false} />);
  screen.getByText(/tudo volta a ser como era/);
  screen.getByText("27 de dezembro de 2026");
  fireEvent.click(screen.getByRole("button", { name: "Desistir da exclusão" }));
  await waitFor(() => expect(server.callsOf(SESSION).length).toBeGreaterThan(0));
  expect(server.callsOf(TAKE_BACK)).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Sair" }));
  expect(leave).toHaveBeenCalledOnce();
});

test("[D5.17] the gate says so when the erasure has begun", async () => {
  server.answer(TAKE_BACK, () => refuse("ERASURE_BEGUN"));
  render(<ErasureGate endsAt={endsAt} isSuspended={false} leave={() => {}} isLeaving={false} />);
  fireEvent.click(screen.getByRole("button", { name: "Desistir da exclusão" }));
  await screen.findByText("O prazo terminou e a exclusão já começou. Não dá mais para desistir.");
});

test("[D5.17] the gate says to a suspended member what taking it back costs, and leads to the sign-in screen", async () => {
  server.answer(TAKE_BACK, () => ({ isSuspended: true }));
  const { container } = render(<ErasureGate endsAt={endsAt} isSuspended leave={() => {}} isLeaving={false} />);
  expect(container.textContent).toContain("a conta continua suspensa e você volta para a tela de entrada");
  expect(container.textContent).not.toContain("tudo volta a ser como era");
  fireEvent.click(screen.getByRole("button", { name: "Desistir da exclusão" }));
  const words = "Você desistiu da exclusão. A conta continua suspensa.";
  await waitFor(() =>
    expect(leaveSpy).toHaveBeenCalledExactlyOnceWith({ to: "/login", state: { words, tone: "warning" } }),
  );
  expect(server.callsOf(SESSION)).toEqual([]);
});
