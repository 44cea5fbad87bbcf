// @vitest-environment happy-dom
import { DISMISSAL_UNDO_MS } from "@caramelo/contract/limits";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { beforeSignOut } from "~/platform/session.ts";
import { type FakeServer, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { takeToasts } from "~/ui/overlays/toast.ts";
import { dismiss, dismissalStore, isDismissed } from "./dismissals.ts";
import { UndoBar } from "./undo-bar.tsx";

const CLOSE = "PUT /admin/reports/:id/status";
const [ana, bia] = [
  { id: "0190a1b2-0000-4000-8000-000000000001", name: "Ana" },
  { id: "0190a1b2-0000-4000-8000-000000000002", name: "Bia" },
];

let server: FakeServer;
const sentIds = () => server.callsOf(CLOSE).map(({ params }) => params[0]);
const isHidden = (id: string) => isDismissed(dismissalStore.get(), id);
/** Shows the bar on a screen of the office, and returns what can be done with it. */
function open(path = "/admin/denuncias") {
  const router = createMemoryRouter([{ path: "*", element: <UndoBar /> }], { initialEntries: [path] });
  const { unmount } = render(<RouterProvider router={router} />);
  return { unmount, readPath: () => router.state.location.pathname };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => {
  vi.useFakeTimers();
  server = openFakeServer();
  server.answer(CLOSE, () => ({}));
});
afterEach(async () => {
  cleanup();
  await vi.runAllTimersAsync();
  takeToasts();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a dismissal is sent once, after six seconds in which it can be undone", async () => {
  open();
  act(() => dismiss(ana));
  expect(screen.getByRole("status").textContent).toContain("Denúncia de Ana descartada");
  await pass(DISMISSAL_UNDO_MS - 1);
  expect(sentIds()).toEqual([]);
  expect(isHidden(ana.id)).toBe(true);
  await pass(1);
  expect(sentIds()).toEqual([ana.id]);
  expect(server.callsOf(CLOSE)[0]?.body).toEqual({ status: "dismissed" });
  expect(screen.queryByRole("button", { name: "Desfazer" })).toBeNull();
  await pass(DISMISSAL_UNDO_MS);
  expect(sentIds()).toEqual([ana.id]);
});

test("a dismissal that is undone by the button or by a key is never sent", async () => {
  open();
  act(() => dismiss(ana));
  fireEvent.click(screen.getByRole("button", { name: "Desfazer" }));
  expect(isHidden(ana.id)).toBe(false);
  for (const press of [{ key: "z" }, { key: "z", ctrlKey: true }]) {
    act(() => dismiss(bia));
    fireEvent.keyDown(document.body, press);
    expect(isHidden(bia.id)).toBe(false);
  }
  await pass(2 * DISMISSAL_UNDO_MS);
  expect(sentIds()).toEqual([]);
});

test("a person who undoes a dismissal reads so, and is led back from another case, but from no other screen", async () => {
  for (const [from, to] of [
    ["/admin/denuncias", "/admin/denuncias"],
    [`/admin/denuncias/${bia.id}`, `/admin/denuncias/${ana.id}`],
    ["/admin/pedidos", "/admin/pedidos"],
  ] as const) {
    const { readPath, unmount } = open(from);
    act(() => dismiss(ana));
    fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
    await pass(1_000);
    expect(readPath()).toBe(to);
    expect(takeToasts()).toMatchObject([
      {
        title: "Descarte desfeito",
        message: "A denúncia de Ana voltou para a fila.",
        to: `/admin/denuncias/${ana.id}`,
      },
    ]);
    unmount();
  }
  expect(sentIds()).toEqual([]);
});

test("the time to undo starts again when the focus leaves the button", async () => {
  open();
  act(() => dismiss(ana));
  const button = screen.getByRole("button", { name: "Desfazer" });
  fireEvent.focus(button);
  await pass(2 * DISMISSAL_UNDO_MS);
  expect(sentIds()).toEqual([]);
  fireEvent.blur(button);
  await pass(DISMISSAL_UNDO_MS);
  expect(sentIds()).toEqual([ana.id]);
});

test("another dismissal sends the one that waits", async () => {
  open();
  act(() => dismiss(ana));
  act(() => dismiss(bia));
  expect(sentIds()).toEqual([ana.id]);
  fireEvent.click(screen.getByRole("button", { name: "Desfazer" }));
  await pass(DISMISSAL_UNDO_MS);
  expect(sentIds()).toEqual([ana.id]);
});

test("leaving the page, the office or the session sends what waits, and nothing sends it again", async () => {
  const { unmount } = open();
  const fetchSpy = vi.spyOn(globalThis, "fetch");
  act(() => dismiss(ana));
  act(() => void window.dispatchEvent(new Event("pagehide")));
  // The request must have left before the event is over, and outlive its page.
  expect(fetchSpy).toHaveBeenCalledOnce();
  expect(fetchSpy.mock.calls[0]?.[1]).toMatchObject({ keepalive: true });
  await pass(DISMISSAL_UNDO_MS);
  act(() => dismiss(bia));
  await act(async () => {
    for (const work of beforeSignOut) await work();
  });
  expect(sentIds()).toEqual([ana.id, bia.id]);
  await pass(DISMISSAL_UNDO_MS);
  act(() => dismiss(ana));
  unmount();
  expect(sentIds()).toEqual([ana.id, bia.id, ana.id]);
});

test("a dismissal that the server refuses says why and of whom, and the case is back", async () => {
  server.answer(CLOSE, () => refuse("SERVER_ERROR", 500));
  open();
  act(() => dismiss(ana));
  await pass(DISMISSAL_UNDO_MS + 1_000);
  expect(takeToasts()).toMatchObject([
    {
      title: "Erro ao atualizar denúncia: Erro interno do servidor. Nossa equipe foi notificada.",
      message: "Denúncia de Ana",
      to: `/admin/denuncias/${ana.id}`,
    },
  ]);
  expect(isHidden(ana.id)).toBe(false);
});

test("a sign-out waits for the dismissal under way, also outside of the office, and fails when that does not arrive", async () => {
  const answer = Promise.withResolvers<void>();
  server.answer(CLOSE, async () => {
    await answer.promise;
    throw new TypeError("Failed to fetch");
  });
  const { unmount } = open();
  act(() => dismiss(ana));
  unmount();
  await pass(0);
  expect(sentIds()).toEqual([ana.id]);
  const results: string[] = [];
  for (const work of beforeSignOut)
    work().then(
      () => results.push("done"),
      () => results.push("failed"),
    );
  await pass(1_000);
  expect(results).toEqual([]);
  answer.resolve();
  await pass(1_000);
  expect(results).toEqual(["failed"]);
  takeToasts();
  // The next sign-out has nothing to wait for.
  for (const work of beforeSignOut) await work();
  expect(sentIds()).toEqual([ana.id]);
});

test("a sign-out goes on after a dismissal that the server refuses", async () => {
  server.answer(CLOSE, () => refuse("CASE_CLOSED", 409));
  open();
  act(() => dismiss(ana));
  for (const work of beforeSignOut) await act(() => work());
  expect(sentIds()).toEqual([ana.id]);
  await pass(1_000);
  expect(takeToasts()).toHaveLength(1);
});

test("a dismissal reloads the queue and the dashboard, but no document of a person", async () => {
  const keys = [["moderation", "cases"], ["dashboard"], ["verifications", "document", ana.id, "selfie"]];
  for (const key of keys) queryClient.setQueryData(["staff", ...key], {});
  open();
  act(() => dismiss(ana));
  await pass(DISMISSAL_UNDO_MS + 1_000);
  expect(keys.map((key) => queryClient.getQueryState(["staff", ...key])?.isInvalidated)).toEqual([true, true, false]);
  queryClient.clear();
});
