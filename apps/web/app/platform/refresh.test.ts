import { type QueryMeta, QueryObserver } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { queryClient } from "./query.ts";
import { refresh } from "./refresh.ts";

const { refreshSession } = vi.hoisted(() => ({ refreshSession: vi.fn() }));
vi.mock("./session.ts", () => ({ refreshSession, readSession: () => ({}), watchSession: () => () => {} }));

const askedNames: string[] = [];
const question = (name: string, meta: QueryMeta) => ({
  queryKey: [name],
  queryFn: async () => askedNames.push(name),
  staleTime: Number.POSITIVE_INFINITY,
  meta,
});
const QUESTIONS = [
  question("profile", { refreshOn: "self" }),
  question("favorites", { refreshOn: "people" }),
  question("search", { refreshOn: "people", isRefreshedLater: true }),
  question("chat", { refreshOn: ["people", "self"] }),
  question("cities", {}),
];

/** Loads all queries and shows the named ones on the screen. */
async function answerAll(...onScreen: string[]) {
  for (const question of QUESTIONS) await queryClient.fetchQuery(question);
  const shownQuestions = QUESTIONS.filter(({ queryKey: [name = ""] }) => onScreen.includes(name));
  for (const question of shownQuestions) new QueryObserver(queryClient, question).subscribe(() => {});
  askedNames.length = 0;
}
const listInvalid = () =>
  QUESTIONS.map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated && queryKey[0]).filter(Boolean);

beforeEach(() => {
  queryClient.clear();
  refreshSession.mockClear();
});

describe("a change", () => {
  test("of oneself asks again for the session and for the queries that say so, and for no other", async () => {
    await answerAll();
    refresh("self");
    expect(refreshSession).toHaveBeenCalledTimes(1);
    expect(listInvalid()).toEqual(["profile", "chat"]);
  });

  test("of people leaves the session and one's own queries alone", async () => {
    await answerAll();
    refresh("people");
    expect(refreshSession).not.toHaveBeenCalled();
    expect(listInvalid()).toEqual(["favorites", "search", "chat"]);
  });

  test("asks at once for what is on the screen, and for a long list at its next visit", async () => {
    await answerAll("favorites", "search");
    refresh("people");
    await vi.waitFor(() => expect(listInvalid()).toEqual(["search", "chat"]));
    expect(askedNames).toEqual(["favorites"]);
  });
});
