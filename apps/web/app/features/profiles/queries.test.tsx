// @vitest-environment happy-dom
import { mapAbout } from "@caramelo/contract/texts/about";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "~/platform/query.ts";
import { type FakeServer, openFakeServer } from "~/testing/fake-server.ts";
import { ownProfileQuery } from "./own/own-profile-queries.ts";
import type { ChangeBody } from "./own/own-rules.ts";
import { profileQuery, useProfileChange } from "./queries.ts";

const SANTOS = { id: 3_548_500, label: "Santos, SP" };
const RECIFE = { id: 2_611_606, label: "Recife, PE" };
const profile = (city: typeof SANTOS) => ({ id: "own", name: "Ana", age: 30, city, ...mapAbout(() => "Velejadora.") });
const CARDS = ["cards"];

let server: FakeServer;
beforeEach(() => {
  server = openFakeServer();
  server.answer("GET /profile", () => profile(SANTOS));
  return () => {
    cleanup();
    queryClient.clear();
    vi.unstubAllGlobals();
  };
});

/** Saves the own profile with a city; whether the lists of people are loaded again. */
async function save(city: typeof SANTOS): Promise<boolean | undefined> {
  server.answer("PUT /profile", () => profile(city));
  await queryClient.fetchQuery(ownProfileQuery);
  await queryClient.fetchQuery({ queryKey: CARDS, queryFn: () => [], meta: { refreshOn: "people" } });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useProfileChange(), { wrapper });
  const body: ChangeBody = { name: "Ana", age: 30, cityId: city.id, ...mapAbout(() => "Velejadora.") };
  await act(() => result.current.mutateAsync(body));
  return queryClient.getQueryState(CARDS)?.isInvalidated;
}

test("[K9.03] another city of one's own changes the distances on all cards, so lists are loaded again; other changes leave them", async () => {
  expect(await save(SANTOS)).toBe(false);
  expect(await save(RECIFE)).toBe(true);
});

test("[D3.34] an opened profile updates the presence on the cards of the member", async () => {
  const card = { id: "rui", presence: "recent" };
  await queryClient.fetchQuery({ queryKey: CARDS, queryFn: () => [card], meta: { carriesMembers: true } });
  server.answer("GET /profiles/:id", () => ({ ...card, presence: "offline" }));
  await queryClient.fetchQuery(profileQuery("rui"));
  expect(queryClient.getQueryData(CARDS)).toEqual([{ ...card, presence: "offline" }]);
});
