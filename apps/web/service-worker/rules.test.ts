import { describe, expect, test } from "vitest";
import { copyKey, isFresh, isPage, readNews } from "./rules.ts";

const ORIGIN = "https://caramelo.example";
const at = (path: string) => new URL(path, ORIGIN);

describe("what is kept for times without a network", () => {
  test.each([
    "/api/conversations",
    "/api/conversations/01a",
    "/api/conversations/01a/messages",
    "/api/favorites",
    "/api/notifications",
    "/api/profile",
    "/api/settings",
    "/api/visits",
    "/api/discovery",
  ])("%s, its first page", (path) => {
    expect(copyKey(at(path))).toBe(path);
    expect(copyKey(at(`${path}?before=9`))).toBeUndefined();
    expect(copyKey(at(`${path}?cursor=9`))).toBeUndefined();
  });

  test("a search is found again under another seed, one with filters is not kept", () => {
    expect(copyKey(at("/api/discovery?seed=7"))).toBe(copyKey(at("/api/discovery?seed=8")));
    expect(copyKey(at("/api/discovery?seed=7&ageMin=30"))).toBeUndefined();
  });

  test.each([
    "/api/photos/01a/b.webp/320",
    "/api/admin/mails",
    "/api/mails",
    "/api/account/devices",
    "/api/profiles/01a",
    "/api/push/key",
    "/api/blocks",
    "/api/messages/changes",
    "/api/session/x",
  ])("never %s", (path) => {
    expect(copyKey(at(path))).toBeUndefined();
  });

  test("a week at most", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(isFresh("Fri, 20 Nov 2026 12:00:00 GMT", now)).toBe(true);
    expect(isFresh("Fri, 13 Nov 2026 12:00:00 GMT", now)).toBe(false);
    expect(isFresh(null, now)).toBe(false);
    expect(isFresh("", now)).toBe(false);
  });
});

test("pages are what the browser's router knows", () => {
  for (const path of ["/", "/busca", "/perfil/01a", "/apilar"]) expect(isPage(at(path)), path).toBe(true);
  for (const path of ["/api", "/api/docs", "/sitemap.xml", "/icon-192.png"]) expect(isPage(at(path)), path).toBe(false);
});

describe("a push message", () => {
  const sent = { title: "Caramelo", body: "Você tem uma novidade.", url: "/mensagens", tag: "message" };

  test("is shown as it was sent", () => {
    expect(readNews(sent, ORIGIN)).toEqual(sent);
    expect(readNews({ title: "Oi" }, ORIGIN)).toEqual({ title: "Oi", body: "", url: "/", tag: undefined });
  });

  test.each([undefined, null, "x", {}, { title: 4 }, { title: "" }])(
    "that is none of ours is passed over: %o",
    (one) => {
      expect(readNews(one, ORIGIN)).toBeUndefined();
    },
  );

  test("never leads away from this site", () => {
    for (const url of ["https://mal.example/", "//mal.example", "javascript:alert(1)", 7, "http://["])
      expect(readNews({ ...sent, url }, ORIGIN)?.url).toBe("/");
  });
});
