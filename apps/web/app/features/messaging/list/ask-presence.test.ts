// @vitest-environment happy-dom
import { PRESENCE_EVERY_MS } from "@caramelo/contract/limits";
import type { InfiniteData } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, fail, openFakeServer } from "~/testing/fake-server.ts";
import { makeList, makeRow } from "../make-messages.fixture.ts";
import { CONVERSATIONS, conversationList } from "../queries.ts";
import type { ConversationPage } from "../types.ts";
import { askPresence } from "./ask-presence.ts";

const PRESENCE = "GET /presence";
let server: FakeServer;
let clock: { mockReturnValue: (ms: number) => unknown };

beforeEach(() => {
  clock = vi.spyOn(performance, "now").mockReturnValue(0);
  server = openFakeServer();
  server.answer(PRESENCE, ({ query }) => ({ presences: [{ id: query.ids, presence: "online" }] }));
  return () => {
    queryClient.clear();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  };
});

// The module remembers whom it has asked about, so each test uses other members.
async function loadList(...ids: string[]) {
  server.answer("GET /conversations", () =>
    makeList(
      4,
      ids.map((id, at) => makeRow(id, at)),
    ),
  );
  await queryClient.fetchInfiniteQuery(conversationList());
}
const presences = () =>
  queryClient
    .getQueryData<InfiniteData<ConversationPage>>(CONVERSATIONS)
    ?.pages.flatMap(({ conversations }) => conversations.map(({ peer }) => peer.presence));

test("[K7.02] the list shows the present state of members who write", async () => {
  await loadList("ana", "bia");
  await askPresence("ana");
  expect(presences()).toEqual(["online", "offline"]);
  await askPresence("ana");
  expect(server.callsOf(PRESENCE)).toHaveLength(1);
});

test("a member who hides their presence is asked about once a minute at most", async () => {
  await loadList("cris");
  server.answer(PRESENCE, () => ({ presences: [{ id: "cris", presence: "offline" }] }));
  for (const at of [0, 1, PRESENCE_EVERY_MS - 1, PRESENCE_EVERY_MS]) {
    clock.mockReturnValue(at);
    await askPresence("cris");
  }
  expect(server.callsOf(PRESENCE)).toHaveLength(2);
});

test("no presence is requested while the list is not loaded or has no row of the member", async () => {
  await askPresence("duda");
  await loadList("eva");
  await askPresence("duda");
  expect(server.callsOf(PRESENCE)).toHaveLength(0);
});

test("known presences stay when there is no answer", async () => {
  await loadList("fabi");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  server.answer(PRESENCE, fail);
  await askPresence("fabi");
  expect(presences()).toEqual(["offline"]);
  expect(warn).toHaveBeenCalledOnce();
});
