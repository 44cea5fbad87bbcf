import { discreetPush } from "@caramelo/contract/texts/push";
import { describe, expect, test } from "vitest";
import { copyKey, isFresh, isPage, readFirstAnswers, readPushText } from "./rules.ts";

const ORIGIN = "https://caramelo.example";
const at = (path: string) => new URL(path, ORIGIN);

describe("the worker", () => {
  test("finds the answers that came with a page, and none in a page without them", () => {
    const block = '<script type="application/json" id="first-answers">{"/api/session":{"a":"\\u003cb>"}}</script>';
    expect(readFirstAnswers(`<head>${block}</head>`)).toEqual({ "/api/session": { a: "<b>" } });
    expect(readFirstAnswers("<head><script>1</script></head>")).toEqual({});
  });

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
  ])("keeps the first page of %s for times without a network", (path) => {
    expect(copyKey(at(path))).toBe(path);
    expect(copyKey(at(`${path}?before=9`))).toBeUndefined();
    expect(copyKey(at(`${path}?cursor=9`))).toBeUndefined();
  });

  test("finds the last search again under another seed and with other filters, and keeps none of a tab", () => {
    expect(copyKey(at("/api/discovery?seed=7"))).toBe(copyKey(at("/api/discovery?seed=8")));
    expect(copyKey(at("/api/discovery?seed=7&ageMin=30&verified=1"))).toBe(copyKey(at("/api/discovery?seed=8")));
    expect(copyKey(at("/api/discovery?seed=7&tab=new"))).toBeUndefined();
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
  ])("never keeps %s", (path) => {
    expect(copyKey(at(path))).toBeUndefined();
  });

  test("reads a kept answer for a week at most", () => {
    const now = Date.parse("2026-11-21T12:00:00Z");
    expect(isFresh("Fri, 20 Nov 2026 12:00:00 GMT", now)).toBe(true);
    expect(isFresh("Fri, 13 Nov 2026 12:00:00 GMT", now)).toBe(false);
    expect(isFresh(null, now)).toBe(false);
    expect(isFresh("", now)).toBe(false);
  });
});

test("the worker takes for a page what the browser's router knows", () => {
  for (const path of ["/", "/busca", "/perfil/01a", "/apilar"]) expect(isPage(at(path)), path).toBe(true);
  for (const path of ["/api", "/api/docs", "/sitemap.xml", "/icon-192.png"]) expect(isPage(at(path)), path).toBe(false);
  // Opened again by its path, such a page would lead to that host.
  expect(isPage(new URL(`${ORIGIN}//elsewhere/busca`))).toBe(false);
});

describe("a push message", () => {
  const sentMessage = { title: "Caramelo", body: "Você tem uma novidade.", url: "/mensagens", tag: "message" };

  test("is shown as it was sent", () => {
    expect(readPushText(sentMessage, ORIGIN)).toEqual(sentMessage);
    expect(readPushText({ title: "Oi" }, ORIGIN)).toEqual({ title: "Oi", body: "", url: "/", tag: "novidade" });
  });

  test.each([undefined, null, "x", {}, { title: 4 }, { title: "" }])(
    "that is not one of ours shows the discreet words, because showing nothing ends a subscription: %o",
    (message) => {
      expect(readPushText(message, ORIGIN)).toEqual({ ...discreetPush, url: "/", tag: "novidade" });
    },
  );

  test("never leads away from this site", () => {
    for (const url of ["https://mal.example/", "//mal.example", "javascript:alert(1)", 7, "http://["])
      expect(readPushText({ ...sentMessage, url }, ORIGIN).url).toBe("/");
  });
});
