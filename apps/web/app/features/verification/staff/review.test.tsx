// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useParams } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshSession } from "~/platform/session.ts";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { takeToasts, toastStore } from "~/ui/overlays/toast.ts";
import type { StaffRequest } from "./queries.ts";
import { Review } from "./review.tsx";

const [FIRST, SECOND] = ["0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5b", "0190a1b2-c3d4-4e5f-8a9b-0c1d2e3f4a5c"] as const;
const READ = "GET /admin/verifications/:id";
const QUEUE = "GET /admin/verification-queue";
const APPROVE = "POST /admin/verifications/:id/approval";
const REJECT = "POST /admin/verifications/:id/rejection";
const REVOKE = "POST /admin/verifications/:id/revocation";

const request = (id: string, change: Partial<StaffRequest> = {}): StaffRequest => ({
  id,
  status: "pending",
  createdAt: "2026-11-22T15:00:00.000Z",
  reviewedAt: null,
  hasPriority: false,
  member: { id, name: id === FIRST ? "Ana" : "Bia", email: "ana@exemplo.invalid" },
  // Documents are left out, because they are another call, which is not tested here.
  hasDocuments: false,
  birthOn: "1995-05-05",
  age: 31,
  reason: null,
  note: null,
  reviewer: null,
  documentsEndAt: null,
  profile: { age: 30, city: null, isVerified: false, isAgeAssured: false, photos: [] },
  others: [],
  ...change,
});

let server: FakeServer;
let requests: Record<string, StaffRequest>;
const listWaiting = () => Object.values(requests).filter(({ status }) => status === "pending");

beforeEach(async () => {
  server = openFakeServer();
  server.answer("GET /session", () => ({ user: makeSessionUser({ role: "admin", isAdmin: true }), hasExpired: false }));
  await refreshSession();
  requests = { [FIRST]: request(FIRST), [SECOND]: request(SECOND) };
  server.answer(READ, ({ params: [id = ""] }) => requests[id]);
  server.answer(QUEUE, () => ({ ids: listWaiting().map(({ id }) => id), pending: listWaiting().length }));
  server.answer(APPROVE, ({ params: [id = ""] }) => decide(id, "approved"));
});
afterEach(() => {
  cleanup();
  takeToasts();
  vi.unstubAllGlobals();
});

function decide(id: string, status: "approved" | "rejected") {
  requests[id] = request(id, { status, reviewedAt: "2026-11-23T10:00:00.000Z", reviewer: "Rita" });
  return {};
}

function Screen() {
  return <Review id={useParams().id ?? ""} />;
}

async function open(id: string = FIRST) {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/admin/verificacoes/${id}`]}>
        <Routes>
          <Route path="/admin/verificacoes/:id" element={<Screen />} />
          <Route path="/admin/verificacoes" element={<p>A lista</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole("link", { name: id === FIRST ? "Ana" : "Bia" });
}

const press = (key: string, target: Element = document.body) => fireEvent.keyDown(target, { key });
const submit = (name: string) => fireEvent.submit(screen.getByRole("form", { name }));
const toast = (title: string) =>
  waitFor(() => expect(toastStore.get().waiting.map((toast) => toast.title)).toContain(title));

test("the next request takes the place of a decided one, and the focus begins at its name", async () => {
  await open();
  press("a");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Confirmar aprovação"));
  submit("Aprovar");
  const next = await screen.findByRole("heading", { name: "Bia" });
  expect(document.activeElement).toBe(next);
});

test("[T26] a queue that does not load is not an empty one", async () => {
  await open();
  server.answer(QUEUE, fail);
  press("n");
  await toast("A fila não carregou");
  expect(screen.getByRole("link", { name: "Ana" })).toBeTruthy();
  expect(screen.queryByText("A lista")).toBeNull();
});

test("the only request that waits stays when it is skipped", async () => {
  decide(SECOND, "approved");
  await open();
  press("n");
  await toast("Nenhum outro pedido na fila");
  expect(screen.queryByText("A lista")).toBeNull();
});

test("the last decision leads to the list", async () => {
  decide(SECOND, "approved");
  await open();
  press("a");
  submit("Aprovar");
  expect(await screen.findByText("A lista")).toBeTruthy();
});

test("[T26] a decision that another person of the staff made first is shown next to the button", async () => {
  await open();
  server.answer(APPROVE, () => refuse("VERIFICATION_REVIEWED"));
  press("a");
  submit("Aprovar");
  expect(await screen.findByText("Este pedido já foi revisado.")).toBeTruthy();
});

test("a digit picks the reason and takes the focus along; Escape gives the focus back to the button", async () => {
  server.answer(REJECT, ({ params: [id = ""] }) => decide(id, "rejected"));
  await open();
  press("r");
  const form = await screen.findByRole("form", { name: "Rejeitar" });
  press("3", form);
  const pickedReason = screen.getByRole("radio", { name: /Selfie não confere/ });
  expect(document.activeElement).toBe(pickedReason);
  // An Escape that drops a word of an input method does not count.
  fireEvent.keyDown(pickedReason, { key: "Escape", isComposing: true });
  expect(document.activeElement).toBe(pickedReason);
  press("Escape", pickedReason);
  expect(document.activeElement).toBe(await screen.findByRole("button", { name: "Rejeitar" }));
  press("r");
  press("3", await screen.findByRole("form", { name: "Rejeitar" }));
  submit("Rejeitar");
  await screen.findByRole("heading", { name: "Bia" });
  expect(server.callsOf(REJECT)[0]?.body).toEqual({ reason: "selfie_differs" });
});

test("keys do nothing while a dialog waits for its answer, or while they are held down", async () => {
  await open();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  press("a");
  dialog.remove();
  fireEvent.keyDown(document.body, { key: "a", repeat: true });
  expect(screen.queryByRole("form")).toBeNull();
});

test("[K2.59] keys work while a toast shows the last decision", async () => {
  await open();
  const toasts = document.body.appendChild(document.createElement("div"));
  toasts.innerHTML = `<div role="region" aria-label="Avisos"><div role="dialog">Verificação aprovada</div></div>`;
  press("a");
  expect(await screen.findByRole("form", { name: "Aprovar" })).toBeTruthy();
  toasts.remove();
});

test("an approval can be revoked with a reason, and a rejection cannot", async () => {
  decide(FIRST, "approved");
  server.answer(REVOKE, ({ params: [id = ""] }) => decide(id, "rejected"));
  await open();
  fireEvent.click(screen.getByRole("button", { name: "Desfazer aprovação" }));
  const form = await screen.findByRole("form", { name: "Desfazer aprovação" });
  submit("Desfazer aprovação");
  expect(await screen.findByText("Escolha um motivo")).toBeTruthy();
  press("2", form);
  submit("Desfazer aprovação");
  await toast("Aprovação desfeita");
  expect(server.callsOf(REVOKE).map(({ body }) => body)).toEqual([{ reason: "wrong_document" }]);
  expect(await screen.findByText(/^Rejeitado em /)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Desfazer aprovação" })).toBeNull();
});
