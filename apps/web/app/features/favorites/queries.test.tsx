// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { hideMatch, matchStore } from "./match-store.ts";
import { useFavoriteChange } from "./queries.ts";

const ID = "0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c";
const ADD = "PUT /favorites/:id";
const match = { name: "Bruno", photo: null, needsUpgrade: true };

let server: FakeServer;

function openHeart() {
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useFavoriteChange(ID), { wrapper }).result;
}

beforeEach(() => {
  matchStore.set({ match: undefined, isOpen: false });
  server = openFakeServer();
  server.answer("DELETE /favorites/:id", () => ({ isFavorite: false }));
  return () => {
    cleanup();
    vi.unstubAllGlobals();
  };
});

test("[D3.31] the favourite that makes a match opens its sheet, and its match stays there while it closes", async () => {
  server.answer(ADD, () => ({ isFavorite: true, match }));
  const heart = openHeart();
  await act(() => heart.current.mutateAsync(true));
  expect(matchStore.get()).toEqual({ match: { ...match, id: ID }, isOpen: true });
  hideMatch();
  expect(matchStore.get()).toEqual({ match: { ...match, id: ID }, isOpen: false });
});

test("[D3.31] any other change of a favourite opens nothing", async () => {
  server.answer(ADD, () => ({ isFavorite: true, match: null }));
  const heart = openHeart();
  await act(() => heart.current.mutateAsync(true));
  await act(() => heart.current.mutateAsync(false));
  expect(matchStore.get()).toEqual({ match: undefined, isOpen: false });
});
