// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { NotificationsAction, NotificationsPanel } from "./notifications-panel.tsx";
import type { Notification } from "./waiting-rules.ts";

const LIST = "GET /notifications";
const ANA = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a01";
const favorite: Notification = {
  id: "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a02",
  type: "favorite",
  types: ["favorite"],
  actor: { id: ANA, name: "Ana", photoUrl: null },
  at: "2026-11-22T15:00:00.000Z",
};
let server: FakeServer;
let waitingNotifications: Notification[];

beforeEach(() => {
  waitingNotifications = [favorite];
  server = openFakeServer();
  server.answer(LIST, () => ({ notifications: waitingNotifications, unread: waitingNotifications.length }));
  return () => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

function open(onLeave = () => {}) {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <NotificationsAction />
        <NotificationsPanel onLeave={onLeave} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const all = () => screen.queryByRole("button", { name: "Marcar todas como lidas" });

test("[M2.22][M2.23] without a notification the panel says so, and offers no button for all", async () => {
  waitingNotifications = [];
  open();
  await screen.findByText("Nenhuma notificação");
  expect(all()).toBeNull();
});

test("[M2.24] a press on a notification dismisses it and leads to who caused it", async () => {
  const onLeave = vi.fn();
  const DISMISS = "DELETE /notifications/:id";
  server.answer(DISMISS, () => {
    waitingNotifications = [];
    return { unread: 0 };
  });
  open(onLeave);
  const row = await screen.findByRole("link", { name: /Ana/ });
  expect(row.getAttribute("href")).toBe(`/perfil/${ANA}`);
  fireEvent.click(row);
  await screen.findByText("Nenhuma notificação");
  expect(onLeave).toHaveBeenCalledOnce();
  await waitFor(() => expect(server.callsOf(DISMISS).map(({ params }) => params)).toEqual([[favorite.id]]));
});

test("[M2.23] the button for all dismisses all, and goes", async () => {
  const ALL = "DELETE /notifications";
  server.answer(ALL, () => {
    waitingNotifications = [];
    return { unread: 0 };
  });
  open();
  await screen.findByRole("link", { name: /Ana/ });
  fireEvent.click(all() ?? expect.fail());
  await screen.findByText("Nenhuma notificação");
  expect(all()).toBeNull();
  await waitFor(() => expect(server.callsOf(ALL)).toHaveLength(1));
});
