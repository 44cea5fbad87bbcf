import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { carryingMembers, changeMemberInCaches, withChange } from "./member-cache.ts";

type Person = { id: string; isFavorite: boolean; presence: "online" | "recent" | "offline" };
const ana: Person = { id: "ana", isFavorite: false, presence: "online" };
const bia: Person = { id: "bia", isFavorite: false, presence: "offline" };
const apply = (data: Person[], id: string, change: Parameters<typeof withChange>[1]) =>
  data.map((person) => (person.id === id ? withChange(person, change) : person));

async function remember(client: QueryClient, queryKey: string[], people: Person[]) {
  await client.fetchQuery({ queryKey, queryFn: () => people, meta: carryingMembers(apply) });
}

describe("a change of a member", () => {
  test("[D3.07] shows in all cached data that carries the member, and in no other", async () => {
    const client = new QueryClient();
    await remember(client, ["list"], [ana, bia]);
    await remember(client, ["other list"], [ana]);
    await client.fetchQuery({ queryKey: ["stranger"], queryFn: () => ana });
    changeMemberInCaches(client, "ana", { isFavorite: true });
    expect(client.getQueryData(["list"])).toEqual([{ ...ana, isFavorite: true }, bia]);
    expect(client.getQueryData(["other list"])).toEqual([{ ...ana, isFavorite: true }]);
    expect(client.getQueryData(["stranger"])).toEqual(ana);
  });

  test("does not make the data count as newer", async () => {
    const client = new QueryClient();
    client.setQueryData(["list"], [ana]);
    await remember(client, ["list"], [ana]);
    const before = client.getQueryState(["list"])?.dataUpdatedAt;
    changeMemberInCaches(client, "ana", { presence: "recent" });
    expect(client.getQueryState(["list"])?.dataUpdatedAt).toBe(before);
    expect(client.getQueryData(["list"])).toEqual([{ ...ana, presence: "recent" }]);
  });

  test("leaves the very same object when nothing differs", () => {
    expect(withChange(ana, {})).toBe(ana);
    expect(withChange(ana, { isFavorite: false, presence: "online" })).toBe(ana);
    expect(withChange(ana, { presence: "offline" })).toEqual({ ...ana, presence: "offline" });
  });
});
