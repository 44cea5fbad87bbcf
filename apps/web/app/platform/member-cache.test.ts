import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { changeMember, changeMembers, withChanges } from "./member-cache.ts";

type Person = { id: string; isFavorite: boolean; presence: "online" | "recent" | "offline" };
const ana: Person = { id: "ana", isFavorite: false, presence: "online" };
const bia: Person = { id: "bia", isFavorite: false, presence: "offline" };

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
});

const remember = (queryKey: string[], data: unknown, meta: { carriesMembers?: true } = { carriesMembers: true }) =>
  client.fetchQuery({ queryKey, queryFn: () => data, meta });

describe("a change of a member", () => {
  test("[D3.07] shows in all cached data that carries the member, however deep, and in no other", async () => {
    await remember(["cards"], { pages: [{ profiles: [ana, bia] }, { profiles: null }], pageParams: [null] });
    await remember(["visits"], { pages: [{ visitors: [{ profile: ana, day: "2026-11-21" }] }] });
    await remember(["profile"], ana);
    await remember(["stranger"], ana, {});
    changeMember(client, "ana", { isFavorite: true });
    const favorite = { ...ana, isFavorite: true };
    expect(client.getQueryData(["cards"])).toEqual({
      pages: [{ profiles: [favorite, bia] }, { profiles: null }],
      pageParams: [null],
    });
    expect(client.getQueryData(["visits"])).toEqual({
      pages: [{ visitors: [{ profile: favorite, day: "2026-11-21" }] }],
    });
    expect(client.getQueryData(["profile"])).toEqual(favorite);
    expect(client.getQueryData(["stranger"])).toEqual(ana);
  });

  test("gives the other member of a conversation no field that they lack", async () => {
    const chat = { peer: { id: "ana", presence: "online" }, mayWrite: true };
    await remember(["chat"], chat);
    changeMember(client, "ana", { isFavorite: true, presence: "recent" });
    expect(client.getQueryData(["chat"])).toEqual({ peer: { id: "ana", presence: "recent" }, mayWrite: true });
  });

  test("does not make the data count as newer, but the presence", async () => {
    vi.useFakeTimers({ now: 1_000_000 });
    await remember(["list"], [ana, bia]);
    vi.setSystemTime(1_060_000);
    changeMember(client, "ana", { presence: "recent" });
    expect(client.getQueryState(["list"])?.dataUpdatedAt).toBe(1_000_000);
    expect(client.getQueryData(["list"])).toEqual([{ ...ana, presence: "recent" }, bia]);
    const times = new Map<string, number>();
    changeMembers(client, ({ id }, readAt) => void times.set(id, readAt));
    expect([...times]).toEqual([
      ["ana", 1_060_000],
      ["bia", 1_000_000],
    ]);
    vi.useRealTimers();
  });

  test("leaves the very same objects where nothing differs", () => {
    const pages = [[ana], [bia]];
    expect(withChanges(pages, () => undefined)).toBe(pages);
    expect(withChanges(pages, () => ({ isFavorite: false }))).toBe(pages);
    const changedPages = withChanges(pages, ({ id }) => (id === "bia" ? { presence: "recent" } : undefined));
    expect(changedPages).toEqual([[ana], [{ ...bia, presence: "recent" }]]);
    expect(changedPages[0]).toBe(pages[0]);
  });
});
