import { describe, expect, test } from "vitest";
import { listFirstCalls, seedOfPage, seedOfVisit } from "./first-answers-rules.ts";

const ME = "0d2f6f2e-8a43-4a39-9f0e-8f4f0f5a1c11";
const OTHER = "5b6c1a52-0d4c-4c0b-9a35-2f4f7f0f7d22";
const baby = { id: ME, role: "baby" as const, isNewcomer: false, discoveryFilter: null, staff: null };
const list = (path: string, search = "", viewer: Parameters<typeof listFirstCalls>[1] = baby) =>
  listFirstCalls({ path, search, seed: 7 }, viewer).slice(1);

describe("the first calls of a member's screen", () => {
  test("begin with the notifications, which every screen shows in its bar", () => {
    expect(listFirstCalls({ path: "nada", search: "", seed: 7 }, baby)).toEqual(["/api/notifications"]);
  });

  test("ask the search for the filter of the address, else for the one that the member applied last", () => {
    expect(list("busca")).toEqual([
      "/api/discovery?ageMin=18&ageMax=60&seed=7",
      "/api/discovery/count?ageMin=18&ageMax=60",
    ]);
    const savedUser = { ...baby, discoveryFilter: { role: "daddy" as const, verified: "1" as const } };
    expect(list("busca", "", savedUser)[1]).toBe("/api/discovery/count?ageMin=18&ageMax=60&role=daddy&verified=1");
    expect(list("busca", "?aba=novos&idade=30-40", savedUser)).toEqual([
      "/api/discovery?tab=new&ageMin=30&ageMax=40&seed=7",
      "/api/discovery/count?ageMin=30&ageMax=40",
    ]);
  });

  test("ask the search of a newcomer for the own profile too, about which it shows a hint", () => {
    const newcomer = { ...baby, isNewcomer: true };
    expect(list("busca", "", newcomer)).toEqual([...list("busca"), "/api/profile"]);
    expect(list("favoritos", "", newcomer)).toEqual(list("favoritos"));
  });

  test("open the conversation that the address names, and nothing for an invalid id", () => {
    expect(list("mensagens")).toEqual(["/api/conversations"]);
    expect(list("mensagens", `?userId=${OTHER.toUpperCase()}`)).toEqual([
      "/api/conversations",
      `/api/conversations/${OTHER}`,
      `/api/conversations/${OTHER}/messages`,
    ]);
    for (const search of ["?userId=../profile", "?id=1", "?userId="]) expect(list("mensagens", search)).toHaveLength(1);
  });

  test("offer plans to those who pay, and to nobody else", () => {
    expect(list("premium", "", { ...baby, role: "daddy" })).toEqual(["/api/offers", "/api/profile"]);
    expect(list("premium")).toEqual([]);
  });

  test("say what waits in the office, to the staff alone", () => {
    const staff = { ...baby, staff: {} };
    expect(list("admin", "", staff)).toEqual(["/api/admin/dashboard"]);
    expect(list("admin/usuarios", "", staff)).toEqual([
      "/api/admin/dashboard",
      "/api/admin/members",
      "/api/admin/members/count",
    ]);
    expect(list("admin/usuarios", "?q=ana", staff)).toEqual(["/api/admin/dashboard"]);
    for (const path of ["admin", "admin/usuarios"]) expect(list(path)).toEqual([]);
  });

  test("do not exist for an unknown screen, whatever it is called", () => {
    for (const path of ["", "nada", "constructor", "__proto__", "toString"]) expect(list(path)).toEqual([]);
  });

  test("are those of the own profile where the address names the member", () => {
    expect(list("perfil")).toEqual(["/api/profile"]);
    expect(list(`perfil/${ME}`)).toEqual(["/api/profile"]);
    expect(list(`perfil/${OTHER}`)).toEqual([`/api/profiles/${OTHER}`]);
    for (const path of ["perfil/..", "perfil/%2e", `perfil/${OTHER}?`]) expect(list(path)).toEqual([]);
  });
});

test.each([
  ["busca-ordem=7", 7],
  ["caramelo=a; busca-ordem=0; b=1", 0],
  ["busca-ordem=2147483647", undefined],
  ["busca-ordem=-1", undefined],
  ["busca-ordem=7e1", undefined],
  ["busca-ordem=", undefined],
  ["x-busca-ordem=7", undefined],
  [undefined, undefined],
])("the cookies %s say the order %s", (cookies, seed) => {
  expect(seedOfVisit(cookies)).toBe(seed);
});

describe("the seed of a page", () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 5, 12, minutes));

  test("is the same for half an hour of a session, so that opening the page again shows no new members", () => {
    expect(seedOfPage("one", at(1))).toBe(seedOfPage("one", at(29)));
    expect(seedOfPage("one", at(1))).not.toBe(seedOfPage("one", at(31)));
    expect(seedOfPage("one", at(1))).not.toBe(seedOfPage("two", at(1)));
  });
});
