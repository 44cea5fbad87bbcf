import { listCalls } from "@caramelo/contract/contract";
import { describe, expect, test } from "vitest";
import { makeMember, PASSWORD } from "../../testing/people.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";
import { findOrigin, isSameOrigin } from "./origin.ts";

const world = await openWorld();
const publishedWorld = await openWorld({ MODE: "demo", PUBLIC_URL: "https://caramelo.example" });

describe("a request that changes something", () => {
  const nowhere = { publicUrl: undefined };
  test.each([
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://localhost:3000", "localhost:3000"],
    ["http://[::1]:3000", "[::1]:3000"],
    ["http://192.168.0.10", "192.168.0.10"],
    ["http://maria.local:3000", "maria.local:3000"],
  ])("[T10] from %s to %s is ours", (origin, host) => {
    expect(isSameOrigin({ origin, host }, nowhere)).toBe(true);
    expect(isSameOrigin({ origin, host, "sec-fetch-site": "same-origin" }, nowhere)).toBe(true);
  });

  test.each([
    ["no Origin", {}],
    ["the null Origin", { origin: "null" }],
    ["an empty Origin", { origin: "" }],
    ["a foreign Origin", { origin: "https://elsewhere.example" }],
    ["another port", { origin: "http://localhost:3001" }],
    ["another scheme", { origin: "https://localhost:3000" }],
    ["a name that begins like ours", { origin: "http://localhost:3000.elsewhere.example" }],
    ["a slash at the end", { origin: "http://localhost:3000/" }],
    ["a browser that says cross-site", { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" }],
    ["a browser that says same-site", { origin: "http://localhost:3000", "sec-fetch-site": "same-site" }],
    ["a browser that says none", { origin: "http://localhost:3000", "sec-fetch-site": "none" }],
    ["two Origins", { origin: "http://localhost:3000, http://localhost:3000" }],
  ])("[T10] with %s is not", (_, headers) => {
    expect(isSameOrigin({ host: "localhost:3000", ...headers }, nowhere)).toBe(false);
  });

  test("[T10] to a name that a foreign name server points at us is not", () => {
    for (const host of [
      "rebound.example:3000",
      "127.0.0.1.example:3000",
      "localhost.example:3000",
      "127.1:3000",
      "a.b.local",
      "local",
    ])
      expect(isSameOrigin({ host, origin: `http://${host}` }, nowhere)).toBe(false);
    expect(isSameOrigin({ origin: "http://localhost:3000" }, nowhere)).toBe(false);
  });

  test("[T10] must come from the configured address, whatever the Host says", () => {
    const config = { publicUrl: new URL("https://caramelo.example") };
    expect(isSameOrigin({ origin: "https://caramelo.example", host: "10.0.0.7:3000" }, config)).toBe(true);
    const foreign = [
      "http://caramelo.example",
      "https://caramelo.example:8443",
      "https://www.caramelo.example",
      "http://10.0.0.7:3000",
    ];
    for (const origin of foreign) expect(isSameOrigin({ origin, host: "10.0.0.7:3000" }, config)).toBe(false);
  });
});

describe("the address by which a request found the site", () => {
  const origin = "http://127.0.0.1:3000";
  test("is the configured one, whatever the Host says", () => {
    const config = { publicUrl: new URL("https://caramelo.example"), origin: "https://caramelo.example" };
    expect(findOrigin({ host: "10.0.0.7:3000" }, config)).toBe("https://caramelo.example");
  });

  test("without a configured one is that of the Host, unless a stranger may have chosen it", () => {
    const config = { publicUrl: undefined, origin };
    for (const host of ["localhost:3000", "192.168.0.10:8080", "[::1]:3000", "maria.local:3000"])
      expect(findOrigin({ host }, config)).toBe(`http://${host}`);
    for (const host of [undefined, "rebound.example", "<script>"]) expect(findOrigin({ host }, config)).toBe(origin);
  });
});

const member = await makeMember(world.owner);

describe("a forged request", () => {
  const body = { email: member.email, password: PASSWORD, remember: false };
  const json = { "content-type": "application/json" };
  // The request is not sent through `fetch`, which would add its own Origin.
  const send = (headers: Record<string, string>, payload: string = JSON.stringify(body)) =>
    world.app.inject({ method: "POST", url: "/api/session", headers: { host: "localhost:3000", ...headers }, payload });

  test("the honest one works", async () => {
    expect((await send({ ...json, origin: "http://localhost:3000" })).statusCode).toBe(200);
  });

  test.each([
    ["no Origin", json],
    ["the null Origin", { ...json, origin: "null" }],
    ["a foreign Origin", { ...json, origin: "https://elsewhere.example" }],
    [
      "a foreign Origin under an honest Referer",
      { ...json, origin: "https://elsewhere.example", referer: "http://localhost:3000/" },
    ],
    ["a cross-site fetch", { ...json, origin: "http://localhost:3000", "sec-fetch-site": "cross-site" }],
    ["a form", { "content-type": "application/x-www-form-urlencoded", origin: "https://elsewhere.example" }],
    ["a form without Origin", { "content-type": "application/x-www-form-urlencoded" }],
    ["JSON as text from elsewhere", { "content-type": "text/plain", origin: "https://elsewhere.example" }],
    ["another method inside", { ...json, "x-http-method-override": "GET" }],
  ])("[T10] with %s is refused before its body is read", async (_, headers) => {
    for (const payload of [JSON.stringify(body), "email=a", "{"]) {
      const reply = await send(headers, payload);
      expect(reply.statusCode).toBe(403);
      expect(reply.json()).toMatchObject({
        code: "PERMISSION_DENIED",
        userMessage: "Você não tem permissão para realizar esta ação.",
      });
      expect(reply.headers["set-cookie"]).toBeUndefined();
    }
  });

  test("[T10] cannot sign a member out either", async () => {
    const browser = world.browser();
    await browser.api.accounts.signIn({ body });
    const reply = await browser.raw("/api/session", {
      method: "DELETE",
      headers: { origin: "https://elsewhere.example" },
    });
    expect((await readFailure(reply)).code).toBe("PERMISSION_DENIED");
    expect((await browser.api.accounts.session()).body.user?.id).toBe(member.id);
  });

  test("[T10] no answer allows a page elsewhere to ask or read", async () => {
    const reply = await world.app.inject({
      method: "OPTIONS",
      url: "/api/session",
      headers: {
        origin: "https://elsewhere.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(reply.statusCode).toBe(404);
    const readAnswer = await world.app.inject({
      url: "/api/session",
      headers: { origin: "https://elsewhere.example" },
    });
    for (const { headers } of [reply, readAnswer])
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(readAnswer.headers["cross-origin-resource-policy"]).toBe("same-origin");
  });
});

describe("[T68] a request that only reads", () => {
  const ask = async (site: string | undefined, more: Record<string, string> = {}) => {
    const browser = world.browser();
    await browser.api.accounts.signIn({ body: { email: member.email, password: PASSWORD, remember: false } });
    return browser.raw("/api/profile", { headers: { ...(site !== undefined && { "sec-fetch-site": site }), ...more } });
  };

  test.each([
    ["an image", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }],
    ["a frame", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    ["a redirect or a pop-up", { "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" }],
    ["a prefetch", { "sec-fetch-mode": "no-cors", "sec-fetch-dest": "empty", "sec-purpose": "prefetch" }],
  ])("is refused as %s of another site, a neighbour's too", async (_, headers) => {
    for (const site of ["cross-site", "same-site"]) {
      const reply = await ask(site, headers);
      expect([reply.status, (await readFailure(reply)).code]).toEqual([403, "PERMISSION_DENIED"]);
    }
  });

  test("is answered to our own pages, to an address that was typed, and to browsers that do not say", async () => {
    for (const site of ["same-origin", "none", undefined]) expect((await ask(site)).status).toBe(200);
  });

  test("is refused by every call, before the session is looked at", async () => {
    const readings = listCalls().flatMap(([, { method, path }]) =>
      method === "GET" ? [path.replace(/:\w+/g, "x")] : [],
    );
    for (const path of readings) {
      const reply = await world.app.inject({ url: `/api${path}`, headers: { "sec-fetch-site": "cross-site" } });
      expect([path, reply.json().code]).toEqual([path, "PERMISSION_DENIED"]);
    }
  });

  test("the state of health and the description of the API stay open to links from elsewhere", async () => {
    for (const url of ["/healthz", "/api/docs"])
      expect((await world.app.inject({ url, headers: { "sec-fetch-site": "cross-site" } })).statusCode).toBe(200);
  });
});

test("[T10][D2.03] behind https the configured address is the one that counts, and the cookie is secure", async () => {
  const { email } = await makeMember(publishedWorld.owner);
  const send = (origin: string) =>
    publishedWorld.app.inject({
      method: "POST",
      url: "/api/session",
      headers: { origin, host: "10.0.0.7:3000", "content-type": "application/json" },
      payload: JSON.stringify({ email, password: PASSWORD, remember: false }),
    });
  expect((await send("http://10.0.0.7:3000")).statusCode).toBe(403);
  const reply = await send("https://caramelo.example");
  expect(reply.statusCode).toBe(200);
  const cookieAttributes = "Path=/; HttpOnly; SameSite=Lax; Secure";
  expect(reply.headers["set-cookie"]).toEqual([
    expect.stringMatching(new RegExp(`^__Host-caramelo=[\\w-]{43}; ${cookieAttributes}$`)),
    expect.stringMatching(new RegExp(`^__Host-caramelo-device=[\\w-]{43}; ${cookieAttributes}; Max-Age=31536000$`)),
  ]);
});
