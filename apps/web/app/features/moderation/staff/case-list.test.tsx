// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { takeToasts, toastStore } from "~/ui/overlays/toast.ts";
import type { CaseSummary } from "../queries.ts";
import { CaseList } from "./case-list.tsx";
import { CaseView } from "./case-view.tsx";
import { sendDismissal } from "./dismissals.ts";

const LIST = "GET /admin/reports";
const ID = "0190a1b2-0000-4000-8000-000000000001";
const FAILED = "Erro interno do servidor. Nossa equipe foi notificada.";
const person = (id: string, name: string) => ({ id, name, email: `${name.toLowerCase()}@exemplo.invalid` });
const bruno = person("0190a1b2-0000-4000-8000-000000000003", "Bruno");
const summary: CaseSummary = {
  id: ID,
  status: "pending",
  severity: 1,
  openedAt: "2026-11-22T15:00:00.000Z",
  reviewedAt: null,
  reviewedBy: null,
  reported: bruno,
  reporter: person("0190a1b2-0000-4000-8000-000000000002", "Ana"),
  reportCount: 1,
  noticeCount: 0,
  reasons: ["Spam ou golpe"],
  isHidden: false,
  isFlagged: false,
};

let server: FakeServer;
const answerCases = (...cases: CaseSummary[]) =>
  server.answer(LIST, () => ({ cases, count: cases.length, waiting: { cases: cases.length, appeals: 0, notices: 0 } }));

function open(address = "/admin/denuncias", screenOf = <CaseList />) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>{screenOf}</MemoryRouter>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  server = openFakeServer();
  queryClient.setDefaultOptions({ queries: { retry: false } });
  return () => {
    cleanup();
    takeToasts();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

describe("the list of reports", () => {
  test("[K2.61][K2.64] without reports says so, and suggests another filter unless it shows all", async () => {
    answerCases();
    open();
    await screen.findByRole("heading", { name: "Nenhuma denúncia encontrada" });
    screen.getByText(/^Experimente outro filtro/);
    const filters = within(screen.getByRole("navigation", { name: "Situação" })).getAllByRole("link");
    expect(filters.map((link) => [link.textContent, link.getAttribute("aria-current")])).toEqual([
      ["Pendentes", "true"],
      ["Analisadas", null],
      ["Descartadas", null],
      ["Todas", null],
    ]);
    cleanup();
    open("/admin/denuncias?situacao=todas");
    await screen.findByRole("heading", { name: "Nenhuma denúncia encontrada" });
    expect(screen.queryByText(/^Experimente outro filtro/)).toBeNull();
  });

  test("[K2.63] links to the reported profile, and offers Analisar and Descartar while a report waits", async () => {
    answerCases(summary);
    open();
    const row = within(
      (await screen.findByRole("link", { name: "Analisar denúncia de Bruno" })).closest("tr") ?? expect.fail(),
    );
    expect(row.getByRole("link", { name: "Bruno" }).getAttribute("href")).toBe(`/perfil/${bruno.id}`);
    expect(row.getByRole("link", { name: "Analisar denúncia de Bruno" }).getAttribute("href")).toBe(
      `/admin/denuncias/${ID}`,
    );
    row.getByRole("button", { name: /^Descartar/ });
    cleanup();
    queryClient.clear();
    answerCases({ ...summary, status: "dismissed" });
    open("/admin/denuncias?situacao=todas");
    await screen.findByRole("link", { name: /^Ver/ });
    expect(screen.queryByRole("button", { name: /^Descartar/ })).toBeNull();
  });

  test("[K8.12] that does not load says why, and so does its profile", async () => {
    server.answer(LIST, () => refuse("SERVER_ERROR", 500));
    open();
    await screen.findByText(`Erro ao carregar denúncias: ${FAILED}`);
    cleanup();
    server.answer("GET /admin/reports/:id", () => refuse("SERVER_ERROR", 500));
    open(`/admin/denuncias/${ID}`, <CaseView id={ID} />);
    await screen.findByText(`Erro ao carregar perfis: ${FAILED}`);
  });

  test("[K8.12] a change that fails says why", async () => {
    answerCases(summary);
    server.answer("PUT /admin/reports/:id/status", () => refuse("SERVER_ERROR", 500));
    open();
    fireEvent.click(await screen.findByRole("button", { name: /^Descartar/ }));
    sendDismissal();
    await vi.waitFor(() => expect(toastStore.get().waiting).not.toEqual([]), 5_000);
    expect(takeToasts().map(({ type, title }) => [type, title])).toEqual([
      ["error", `Erro ao atualizar denúncia: ${FAILED}`],
    ]);
  });
});
