import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FIRST_ANSWERS, ORDER_COOKIE } from "@caramelo/contract/call/first-answers";
import { availabilityJobText } from "@caramelo/contract/texts/presence";
import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import { afterAll, describe, expect, test, vi } from "vitest";
import { endSessionsOfMember } from "../base/sessions/queries.ts";
import { hidePair, makeConversation } from "../testing/pairs.ts";
import { makeSignedIn } from "../testing/signed-in.ts";
import { openWorld } from "../testing/world.ts";
import { LATE_SESSIONS, openFirstAnswers, PAUSE_MS } from "./first-answers.ts";

const build = mkdtempSync(join(tmpdir(), "first-answers-"));
const pages = join(build, "client");
mkdirSync(pages);
const PAGE = `<head><link rel="preload" as="font" href="/f.woff2"/><link rel="preload" as="style" href="/a.css"/></head><div data-first-texts="rows"></div><div data-first-texts="messages"></div><div data-first-texts="work"></div><div data-first-texts="availability"></div><div data-first-texts="people"></div><template data-first-text="no-work"><p>Nada</p></template><template data-first-text="work"><p>{words}: {wait}</p></template><template data-first-text="availability"><p>{text}</p></template><template data-first-text="person"><p>{name} {email}</p></template><template data-first-text="row"><p>{name}: {preview}</p></template><template data-first-text="row-new"><p>{name}: {preview}</p></template><template data-first-text="sent"><p>{text}</p></template><span data-first-photo="true"></span><span data-first-photo="true"></span><span data-first-photo="true"></span><script>let a=1</script>`;
writeFileSync(join(pages, "__spa-fallback.html"), PAGE);
const ROUTES = ["busca", "mensagens", "perfil", "perfil/:id", "configuracoes", "admin", "admin/usuarios"];
writeFileSync(join(build, "routes.json"), JSON.stringify(ROUTES.map((path) => ({ path, files: [`/${path[0]}.js`] }))));
afterAll(() => rmSync(build, { recursive: true }));

const world = await openWorld({}, undefined, pages);
type Person = Awaited<ReturnType<typeof makeSignedIn>>;
type Headers = Record<string, string>;

/** What the server answers to these lines of a request, until it closes the connection. */
async function sendLines(...lines: string[]): Promise<string> {
  const { port } = new URL(world.browser().base);
  const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
  let answer = "";
  socket.on("data", (text) => {
    answer += text;
  });
  socket.write([...lines, "connection: close", "", ""].join("\r\n"));
  await once(socket, "close");
  return answer;
}

async function open(person: Pick<Person, "browser">, path: string, headers: Headers = {}) {
  const reply = await person.browser.raw(path, { headers: { "accept-encoding": "identity", ...headers } });
  const html = await reply.text();
  const [, block] =
    new RegExp(`<script type="application/json" id="${FIRST_ANSWERS}">([^<]*)</script>`).exec(html) ?? [];
  // The cast is safe, because the product wrote this block.
  const answers = block === undefined ? undefined : (JSON.parse(block) as Record<string, unknown>);
  return {
    html,
    headers: reply.headers,
    answers,
    keys: answers && Object.keys(answers).map((key) => key.split("?")[0]),
  };
}

// The first page of a process may take longer than pages wait for their answers.
await open(await makeSignedIn(world, { role: "baby" }), "/busca");

describe("a member's page", () => {
  test("brings the answers of its first calls, as these calls give them, and is not cached", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    await makeSignedIn(world, { role: "daddy" });
    const { keys, answers, headers, html } = await open(baby, "/busca");
    // The baby is a newcomer, to whom the search shows a hint about their own profile.
    expect(keys).toEqual([
      "/api/session",
      "/api/notifications",
      "/api/discovery",
      "/api/discovery/count",
      "/api/profile",
    ]);
    for (const [address, answer] of Object.entries(answers ?? {}))
      expect(await (await baby.browser.raw(address)).json()).toEqual(answer);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("etag")).toBeNull();
    expect(headers.get("content-security-policy")).toContain("script-src 'self' 'sha256-");
    expect(headers.get("content-security-policy")).not.toContain("unsafe");
    expect(html).toContain('<link rel="modulepreload" href="/b.js"/>');
    expect(html).not.toContain('as="font"');
  });

  test("is the same with compression", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    for (const encoding of ["br", "gzip"]) {
      const { headers, keys } = await open(baby, "/configuracoes", { "accept-encoding": encoding });
      expect(headers.get("content-encoding")).toBe(encoding);
      expect(keys).toEqual(["/api/session", "/api/notifications", "/api/settings"]);
    }
  });

  test("opened again shows no new members within the profiles of a day", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    const [first, again] = [await open(baby, "/busca"), await open(baby, "/busca")];
    expect(Object.keys(again.answers ?? {})).toEqual(Object.keys(first.answers ?? {}));
  });

  test("goes on with the order that its browser showed last", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    baby.browser.jar.set(ORDER_COOKIE, "7");
    const { answers } = await open(baby, "/busca");
    expect(Object.keys(answers ?? {})).toContain("/api/discovery?ageMax=60&ageMin=18&seed=7");
  });

  test("answers an address that names a host too", async () => {
    const { browser } = await makeSignedIn(world, { role: "baby" });
    const cookies = [...browser.jar].map((pair) => pair.join("=")).join("; ");
    const answer = await sendLines("GET http://a/busca?aba=novos HTTP/1.1", "host: a", `cookie: ${cookies}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).toContain("/api/discovery?ageMax=60&ageMin=18&seed=");
    expect(answer).toContain("&tab=new");
  });

  test("comes without answers when one of the calls breaks, and what broke is logged", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    const inject = vi.spyOn(world.app, "inject").mockRejectedValue(new Error("broken for this test"));
    const { answers, html } = await open(baby, "/busca");
    expect(inject).toHaveBeenCalled();
    expect(answers).toBeUndefined();
    expect(html).toBe(PAGE);
    expect(world.logged.join()).toContain("broken for this test");
  });

  test("shows no profile that its call refuses: of a hidden pair, or one that does not exist", async () => {
    const [baby, daddy] = [await makeSignedIn(world, { role: "baby" }), await makeSignedIn(world, { role: "daddy" })];
    expect((await open(baby, `/perfil/${daddy.id}`)).keys).toContain(`/api/profiles/${daddy.id}`);
    await hidePair(world.db, baby.id, daddy.id);
    for (const id of [daddy.id, "0d2f6f2e-8a43-4a39-9f0e-8f4f0f5a1c11"]) {
      const { keys, html } = await open(baby, `/perfil/${id}`);
      expect(keys).toEqual(["/api/session", "/api/notifications"]);
      expect(html).not.toContain("<img");
    }
  });
});

describe("the first texts of a member's page", () => {
  test("are what the member reads there, and none with a member who is hidden since", async () => {
    const [baby, daddy] = [
      await makeSignedIn(world, { role: "baby" }),
      await makeSignedIn(world, { role: "daddy", name: "Bruno" }),
    ];
    await makeConversation(world.db, baby.id, daddy.id);
    const path = `/mensagens?userId=${daddy.id}`;
    const { html } = await open(baby, path);
    expect(html).toContain('<div data-first-texts="rows"><p>Bruno: Você: Oi!</p></div>');
    expect(html).toContain('<div data-first-texts="messages"><p>Oi!</p></div>');
    expect((await open(baby, "/mensagens")).html).toContain('<div data-first-texts="messages"></div>');
    await hidePair(world.db, baby.id, daddy.id);
    const { html: after } = await open(baby, path);
    expect(after).toContain('<div data-first-texts="rows"></div><div data-first-texts="messages"></div>');
  });
});

describe("the first texts of the office", () => {
  test("are what its staff may read, and none for a member", async () => {
    const [staff, baby] = [
      await makeSignedIn(world, { role: "admin" }),
      await makeSignedIn(world, { role: "baby", name: "Beatriz" }),
    ];
    const dashboard = (await open(staff, "/admin")).html;
    expect(dashboard).toContain(`<div data-first-texts="availability"><p>${availabilityJobText}</p></div>`);
    expect(dashboard).toMatch(/<div data-first-texts="work"><p>/);
    expect(dashboard).toContain('<div data-first-texts="people"></div>');
    expect((await open(staff, "/admin/usuarios")).html).toMatch(/<div data-first-texts="people"><p>Beatriz, \d+ /);
    for (const path of ["/admin", "/admin/usuarios"]) {
      const { html, answers } = await open(baby, path);
      expect(answers).toBeDefined();
      for (const place of ["work", "availability", "people"])
        expect(html).toContain(`<div data-first-texts="${place}"></div>`);
    }
  });
});

describe("the plain page, which says nothing about anybody, is for", () => {
  const expectPlain = async (openedPage: ReturnType<typeof open>) => {
    const { html, headers, answers } = await openedPage;
    expect(answers).toBeUndefined();
    expect(html).toBe(PAGE);
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.getSetCookie()).toEqual([]);
  };

  test("a guest", () => expectPlain(open({ browser: world.browser() }, "/busca")));

  test("a session that has just ended, at once", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    expect((await open(baby, "/busca")).answers).toBeDefined();
    await endSessionsOfMember(world.db, baby.id, world.context.clock.now());
    await expectPlain(open(baby, "/busca"));
  });

  test.each([
    ["a link on another site", { "sec-fetch-site": "cross-site" }],
    ["a page that is only fetched ahead", { "sec-purpose": "prefetch" }],
  ])("%s", async (_, headers: Headers) => {
    const baby = await makeSignedIn(world, { role: "baby" });
    await expectPlain(open(baby, "/busca", headers));
  });

  /** Opens the settings of these members while their answers are held up. */
  async function openLate(members: Awaited<ReturnType<typeof makeSignedIn>>[]): Promise<void> {
    const whenLocked = Promise.withResolvers<void>();
    const end = Promise.withResolvers<void>();
    const heldLock = world.owner.transaction().execute(async (trx) => {
      await sql`lock table notification in access exclusive mode`.execute(trx);
      whenLocked.resolve();
      await end.promise;
    });
    await whenLocked.promise;
    await Promise.all(members.map((member) => expectPlain(open(member, "/configuracoes"))));
    end.resolve();
    await heldLock;
  }
  const makeBabies = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeSignedIn(world, { role: "baby" })));
  const hasAnswers = async (member: Awaited<ReturnType<typeof makeSignedIn>>) =>
    (await open(member, "/configuracoes")).answers !== undefined;

  test("a member whose answers come late, for some seconds, while others get theirs", async () => {
    const [baby, otherBaby] = [
      await makeSignedIn(world, { role: "baby" }),
      await makeSignedIn(world, { role: "baby" }),
    ];
    await openLate([baby]);
    expect([await hasAnswers(otherBaby), await hasAnswers(baby)]).toEqual([true, false]);
    world.pass(PAUSE_MS + 1);
    expect(await hasAnswers(baby)).toBe(true);
  });

  test("the next one to ask when many members' answers came late, so that no call is made twice", async () => {
    await openLate(await makeBabies(LATE_SESSIONS));
    const nextBaby = await makeSignedIn(world, { role: "baby" });
    expect(await hasAnswers(nextBaby)).toBe(false);
    world.pass(PAUSE_MS + 1);
    expect(await hasAnswers(nextBaby)).toBe(true);
  });

  test("a connection that closed, whose address would be taken for the machine's own", async () => {
    const { browser } = await makeSignedIn(world, { role: "baby" });
    const { clock } = world.context;
    const find = openFirstAnswers(world.app, { config: { isHttps: false }, clock });
    const cookie = `caramelo=${browser.jar.get("caramelo")}`;
    const open = (remoteAddress?: string) => {
      // The cast is safe, because nothing else of a request is read.
      const request = { url: "/busca", headers: { cookie }, socket: { remoteAddress } };
      return find(request as unknown as FastifyRequest, "busca");
    };
    expect(await open("192.0.2.1")).toBeDefined();
    expect(await open()).toBeUndefined();
  });

  test("a page that is not one of members", async () => {
    const baby = await makeSignedIn(world, { role: "baby" });
    await expectPlain(open(baby, "/sandbox/abc"));
  });
});
