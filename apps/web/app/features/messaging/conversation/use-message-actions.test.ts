// @vitest-environment happy-dom
import type { InfiniteData } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, fail, openFakeServer, refuse } from "~/testing/fake-server.ts";
import { makeChange, makeHistory, makeMessage } from "../make-messages.fixture.ts";
import { HISTORY, messageHistory } from "../queries.ts";
import { applyChange } from "../sync/cache.ts";
import type { HistoryPage, Message } from "../types.ts";
import { reactTo } from "./use-message-actions.tsx";

const REACT = "PUT /conversations/:id/messages/:id/reaction";
const LOVED = { mine: "love" as const, theirs: null };

let server: FakeServer;
let message: Message;

const readMessage = () =>
  queryClient
    .getQueryData<InfiniteData<HistoryPage>>([...HISTORY, "ana"])
    ?.pages.flatMap(({ messages }) => messages)[0];
const tell = (change: Parameters<typeof makeChange>[1]) => applyChange(makeChange(5, change), () => {});

beforeEach(async () => {
  server = openFakeServer();
  message = makeMessage(4);
  server.answer("GET /conversations/:id/messages", () => makeHistory(4, [message]));
  await queryClient.fetchInfiniteQuery(messageHistory("ana"));
  return () => {
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

test("[K4.14] a reaction is shown at once, and disappears when the server refuses it", async () => {
  server.answer(REACT, () => refuse("NOT_FOUND", 404));
  const reacting = reactTo("ana", message, "love");
  expect(readMessage()?.reactions).toEqual(LOVED);
  await reacting;
  expect(readMessage()).toEqual(message);
});

test("[K4.14] a reaction that the stream has reported stays, although its answer got lost", async () => {
  server.answer(REACT, () => {
    tell({ type: "reaction", message: { ...message, reactions: LOVED } });
    return fail();
  });
  await reactTo("ana", message, "love");
  expect(readMessage()?.reactions).toEqual(LOVED);
});

test("[K4.14] a message that was read while its reaction failed stays read", async () => {
  server.answer(REACT, () => {
    tell({ type: "seen", message: null, upTo: 4 });
    return fail();
  });
  await reactTo("ana", message, "love");
  expect(readMessage()).toMatchObject({ reactions: { mine: null }, readAt: expect.any(String) });
});
