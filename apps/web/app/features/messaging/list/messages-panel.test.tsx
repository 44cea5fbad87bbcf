// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { makeSessionUser } from "~/testing/session-user.ts";
import { makeList, makeRow } from "../make-messages.fixture.ts";
import { unreadTotal } from "../queries.ts";
import type { Conversation } from "../types.ts";
import { MessagesPanel } from "./messages-panel.tsx";

vi.mock("~/platform/session.ts", async (original) => ({
  ...(await original<typeof import("~/platform/session.ts")>()),
  useMember: () => makeSessionUser({ id: "me" }),
}));

const LIST = "GET /conversations";
let server: FakeServer;

beforeEach(() => {
  server = openFakeServer();
  return () => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

const row = (id: string, lastSeq: number, unread: number): Conversation => ({ ...makeRow(id, lastSeq), unread });

function open(unread: number) {
  queryClient.setQueryData(unreadTotal().queryKey, unread);
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <MessagesPanel onLeave={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
const names = () => screen.getAllByRole("link").map((link) => link.querySelector(".truncate")?.textContent);

test("[K7.02] the menu of messages has the latest unread one first, whatever the order of the list", async () => {
  const online = row("Bia", 3, 1);
  const bia = { ...online, peer: { ...online.peer, presence: "online" as const } };
  server.answer(LIST, () => makeList(9, [bia, row("Ana", 9, 2), row("Cris", 8, 0)]));
  open(3);
  await waitFor(() => expect(names()).toEqual(["Ana", "Bia"]));
  expect(server.callsOf(LIST)).toHaveLength(1);
});

test("[K7.02] the menu of messages finds the unread ones that the loaded part of the list lacks", async () => {
  server.answer(LIST, ({ query }) => {
    if (query.sort !== "latest") return { ...makeList(9, [row("Ana", 4, 1)]), next: "online.4" };
    if (!query.before) return { ...makeList(9, [row("Bia", 9, 0)]), next: "offline.9" };
    return makeList(9, [row("Cris", 7, 2), row("Ana", 4, 1)]);
  });
  open(3);
  await waitFor(() => expect(names()).toEqual(["Cris", "Ana"]));
  expect(server.callsOf(LIST).map(({ query }) => query)).toEqual([
    {},
    { sort: "latest" },
    { sort: "latest", before: "offline.9" },
  ]);
});

test("[M2.25] the menu of messages says when it is empty", async () => {
  server.answer(LIST, () => makeList(9, [row("Ana", 9, 0)]));
  open(0);
  await screen.findByText("Nenhuma mensagem nova");
});

test("[M2.26][M2.27] the menu of messages has at most five conversations, each a link to itself, and leads to the others", async () => {
  const rows = ["Ana", "Bia", "Cris", "Duda", "Eva", "Fabi", "Gabi"].map((name, at) => row(name, 20 - at, 1));
  server.answer(LIST, () => makeList(20, rows));
  open(7);
  await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(5));
  const paths = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(paths).toEqual([
    ...["Ana", "Bia", "Cris", "Duda", "Eva"].map((id) => `/mensagens?userId=${id}`),
    "/mensagens",
  ]);
});
