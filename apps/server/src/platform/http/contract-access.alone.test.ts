import { readFile } from "node:fs/promises";
import type { Access, AnyCall } from "@caramelo/contract/call/call";
import { call } from "@caramelo/contract/call/call";
import { errorCatalogue } from "@caramelo/contract/call/errors";
import { perEmail, perMember } from "@caramelo/contract/call/limit-policy";
import { listCalls } from "@caramelo/contract/contract";
import Fastify from "fastify";
import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { findCaller } from "../../features/accounts/session-check.ts";
import { CALLERS, type Caller, openCaller, refusalFor } from "../../testing/access-matrix/callers.ts";
import { makePhotoLink } from "../../testing/photo-rows.ts";
import { PLAIN_CALL } from "../../testing/plain-call.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";
import { fail } from "./failure.ts";
import { answerFailures } from "./failures.ts";
import type { ServerDeps } from "./serve-call.ts";
import { serveContract } from "./serve-contract.ts";

const registeredRoutes = vi.hoisted(() => [] as { method: string; url: string }[]);
vi.mock("fastify", async (importOriginal) => {
  const real = await importOriginal<typeof import("fastify")>();
  const open = (options: Parameters<typeof real.default>[0]) => {
    const app = real.default(options);
    app.addHook("onRoute", ({ method, url }) => {
      for (const verb of [method].flat()) registeredRoutes.push({ method: verb, url });
    });
    return app;
  };
  return { ...real, default: open };
});

const world = await openWorld();
const ownRoutes = [...registeredRoutes];
type Browser = ReturnType<typeof world.browser>;
/** A browser of a new caller. */
const openBrowserOf = async (caller: Caller): Promise<Browser> => (await openCaller(world, caller)).browser;

const link = await makePhotoLink(world);
const calls = listCalls();

describe("the contract", () => {
  test("no two calls share an address", () => {
    const addresses = calls.map(([, one]) => `${one.method} ${one.path.replace(/:\w+/g, ":x")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("[T05] nothing else is served below /api but the two pages that describe it, the webhooks of payments and what mail programs press", () => {
    const declaredRoutes = calls.flatMap(([, { method, path }]) =>
      method === "GET" ? [`GET /api${path}`, `HEAD /api${path}`] : [`${method} /api${path}`],
    );
    const docs = ["/api/docs", "/api/docs/openapi.json"].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const webhooks = ["", "/:secret", "/:secret/pix"].map((rest) => `POST /api/webhooks/:provider${rest}`);
    const pages = ["/healthz", "/readyz", "/.well-known/security.txt"].flatMap((path) => [
      `GET ${path}`,
      `HEAD ${path}`,
    ]);
    const unsubscribe = ["GET", "HEAD", "POST"].map((method) => `${method} /api/unsubscribe`);
    const served = ownRoutes.map(({ method, url }) => `${method} ${url}`);
    expect(served.sort()).toEqual([...declaredRoutes, ...docs, ...webhooks, ...unsubscribe, ...pages].sort());
  });

  test("the description names every call with its access and its failures", async () => {
    const reply = await world.browser().raw("/api/docs/openapi.json");
    const { paths } = (await reply.json()) as { paths: Record<string, Record<string, { responses: object }>> }; // OpenAPI
    for (const [name, call] of calls) {
      const operation = paths[`/api${call.path.replace(/:(\w+)/g, "{$1}")}`]?.[call.method.toLowerCase()];
      expect(operation).toMatchObject({
        operationId: name,
        summary: call.summary,
        "x-access": call.access,
        ...(call.permission && { "x-permission": call.permission }),
        "x-limit": call.limit,
        "x-changes": call.changes,
        "x-offline": call.offline,
      });
      const described = JSON.stringify(operation?.responses);
      for (const code of call.errors) expect(described).toContain(code);
    }
    const page = await (await world.browser().raw("/api/docs")).text();
    for (const [, call] of calls) expect(page).toContain(`${call.method} /api${call.path}`);
  });
});

test("[TA.03] a photo that a caller may not see answers like one that is not there", async () => {
  const read = async (caller: Caller, path: string) => {
    const reply = await (await openBrowserOf(caller)).raw(path);
    const { requestId: _, ...body } = await readFailure(reply);
    return { status: reply.status, body, headers: [...reply.headers.keys()].sort() };
  };
  const missingAnswer = await read("baby", link.replace(/[0-9a-f]{32}/, "f".repeat(32)));
  expect(await read("guest", link)).toEqual(missingAnswer);
  expect(await read("suspended", link)).toEqual(missingAnswer);
  expect(missingAnswer.status).toBe(404);
});

// Each access has a probe: a call that stands for all calls with this access, also for future ones.
const plainProbe = <const K extends "json" | "stream">(kind: K) =>
  ({
    ...PLAIN_CALL,
    kind,
    method: "GET",
    answers: z.strictObject({ id: z.string().nullable() }),
    errors: [],
    summary: "Answers who calls.",
  }) as const;
const probe = (access: Exclude<Access, "admin">, kind: "json" | "stream" = "json") =>
  call({ ...plainProbe(kind), path: `/probe/${access}/${kind}`, access });
const adminProbe = (kind: "json" | "stream" = "json") =>
  call({ ...plainProbe(kind), path: `/probe/admin/${kind}`, access: "admin", permission: "manageTeam" });
const writeProbe = call({
  ...PLAIN_CALL,
  changes: { caller: "self" },
  method: "POST",
  path: "/probe/write",
  access: "member",
  body: z.strictObject({ text: z.string().max(100) }),
  answers: z.strictObject({ id: z.string() }),
  errors: [],
  summary: "Takes a text from a member.",
});
const probes = {
  probe: {
    public: probe("public"),
    guest: probe("guest"),
    member: probe("member"),
    admin: adminProbe(),
    memberStream: probe("member", "stream"),
    adminStream: adminProbe("stream"),
    write: writeProbe,
  },
};
type ProbeInput = { me: { id: string } | undefined };
const answerCaller = async ({ me }: ProbeInput) => ({ id: me?.id ?? null, secret: "never leaves" });
const sendBytes = async () => ({ bytes: new Uint8Array([1]), type: "image/webp", headers: {} });
const probeHandlers = {
  probe: {
    public: answerCaller,
    guest: answerCaller,
    member: answerCaller,
    admin: answerCaller,
    memberStream: sendBytes,
    adminStream: sendBytes,
    write: async ({ me, body }: { me: { id: string }; body: { text: string } }) => {
      if (body.text === "refuse") fail("NOT_FOUND");
      return { id: me.id };
    },
  },
};
type Handlers = Parameters<typeof serveContract<typeof probes, object>>[2];

/** The changes that the probes published, and the members they were published to. */
const publishedChanges: string[] = [];

function openProbes(isStrictAboutAnswers: boolean) {
  const app = Fastify();
  const deps: ServerDeps<object> = {
    context: {},
    limits: world.limits,
    spoolFolder: world.dataDir,
    isStrictAboutAnswers,
    requiresFactor: false,
    publishChanged: (memberId, what) => publishedChanges.push(`${memberId} ${what}`),
    now: () => world.context.clock.now(),
    findCaller: (token, address) => findCaller(world.context, token, address),
    mayRequest: () => true,
    openExchange: (request) => ({
      address: "",
      origin: "",
      userAgent: "",
      sessionToken: request.headers.cookie?.split("=")[1],
      keptTags: [],
      setSession: () => {},
      clearSession: () => {},
      clearCache: () => {},
      deviceToken: undefined,
      setDevice: () => {},
      allowCaching: () => {},
    }),
  };
  answerFailures(app);
  // The cast is needed because the type of a `probe` does not say whether it is a stream.
  serveContract(app, probes, probeHandlers as unknown as Handlers, deps);
  afterAll(() => app.close());
  return app;
}

const app = openProbes(false);
const askProbe = async (caller: Caller, call: AnyCall, payload?: object) => {
  const { jar } = await openBrowserOf(caller);
  const [pair] = [...jar].map(([name, value]) => `${name}=${value}`);
  // The probes use only these two methods.
  const method = call.method as "GET" | "POST";
  return app.inject({
    method,
    url: `/api${call.path}`,
    headers: pair ? { cookie: pair } : {},
    ...(payload && { payload }),
  });
};

describe.each(Object.entries(probes.probe))("a call like probe.%s", (_, call: AnyCall) => {
  test.each(CALLERS)("[T05][D2.07][M8.07][M8.11] for %s is open or shut as its access says", async (caller) => {
    const reply = await askProbe(caller, call, call.method === "POST" ? { text: "oi" } : undefined);
    const refusal = refusalFor(call, caller);
    expect(reply.statusCode).toBe(refusal ? errorCatalogue[refusal].status : 200);
    if (refusal) expect(reply.json()).toMatchObject({ code: refusal, userMessage: errorCatalogue[refusal].text });
  });
});

describe("a call", () => {
  test("[T05] that a stranger makes with rubbish answers that they must sign in, not which field is wrong", async () => {
    expect((await askProbe("guest", writeProbe, { nonsense: 1 })).json().code).toBe("AUTH_NO_SESSION");
    expect((await askProbe("baby", writeProbe, { nonsense: 1 })).json().code).toBe("VALIDATION_ERROR");
  });

  test("publishes to the caller's browsers what it declares to change, once it has succeeded", async () => {
    const text = { text: "oi" };
    const before = publishedChanges.length;
    await askProbe("baby", writeProbe, { text: "refuse" });
    await askProbe("baby", writeProbe, { nonsense: 1 });
    await askProbe("guest", writeProbe, text);
    await askProbe("baby", probes.probe.member);
    expect(publishedChanges.slice(before)).toEqual([]);
    const { id } = (await askProbe("baby", writeProbe, text)).json();
    expect(publishedChanges.slice(before)).toEqual([`${id} self`]);
  });

  test("without a word on what it changes neither compiles nor starts", () => {
    const rest = { method: "GET", path: "/open", answers: z.strictObject({}), errors: [], summary: "Open." } as const;
    // @ts-expect-error: `changes` is missing
    const open = call({
      ...rest,
      access: "public",
      limit: PLAIN_CALL.limit,
      offline: "no",
      names: "nothing",
    }) as AnyCall;
    const start = () =>
      serveContract(Fastify(), { x: { open } }, { x: { open: async () => ({}) } } as never, {} as never);
    expect(start).toThrow("no declaration of changes: x.open");
  });

  test("[TA.04] answers only what it declares, whatever its handler returns", async () => {
    const reply = await askProbe("baby", probes.probe.member);
    expect(Object.keys(reply.json())).toEqual(["id"]);
    expect(reply.body).not.toContain("never leaves");
  });

  test("[TA.04] that would answer an undeclared key fails where answers are checked", async () => {
    const reply = await openProbes(true).inject({ url: "/api/probe/public/json" });
    expect(reply.statusCode).toBe(500);
    expect(reply.json()).toMatchObject({ code: "SERVER_ERROR" });
    expect(reply.body).not.toContain("never leaves");
  });

  test("[TA.01] without an access policy neither compiles nor starts", () => {
    const rest = { method: "GET", path: "/open", answers: z.strictObject({}), errors: [], summary: "Open." } as const;
    // @ts-expect-error: `access` is missing
    const open = call({ ...PLAIN_CALL, ...rest });
    const start = (access: unknown) =>
      // A contract that TypeScript would not let pass.
      serveContract(
        Fastify(),
        { x: { open: { ...open, access } as AnyCall } },
        { x: { open: async () => ({}) } } as never,
        {} as never,
      );
    for (const access of [undefined, "", "members", null])
      expect(() => start(access)).toThrow("no access policy: x.open");
  });

  test("[T05] for the staff without a known permission neither compiles nor starts", () => {
    const rest = { method: "GET", path: "/open", answers: z.strictObject({}), errors: [], summary: "Open." } as const;
    // @ts-expect-error: `permission` is missing
    const open = call({ ...PLAIN_CALL, ...rest, access: "admin" });
    for (const permission of [undefined, "", "toString", "everything"]) {
      // A contract that TypeScript would not let pass.
      const call = { ...open, permission } as AnyCall;
      const start = () =>
        serveContract(Fastify(), { x: { open: call } }, { x: { open: async () => ({}) } } as never, {} as never);
      expect(start).toThrow("no permission: x.open");
    }
  });

  test("[T58] without a policy of limits, or with one that cannot be applied, neither compiles nor starts", () => {
    const rest = { method: "GET", path: "/open", answers: z.strictObject({}), errors: [], summary: "Open." } as const;
    // @ts-expect-error: `limit` is missing
    call({ ...rest, access: "public", changes: "none", offline: "no", names: "nothing" });
    const start = (call: object) => {
      // A contract that TypeScript would not let pass, or that only its values show to be wrong.
      const contract = { x: { open: { ...rest, kind: "json", ...call } as unknown as AnyCall } };
      serveContract(Fastify(), contract, { x: { open: async () => ({}) } } as never, {} as never);
    };
    for (const limit of [undefined, "", "none: it is harmless", null, []])
      expect(() => start({ access: "public", limit })).toThrow("no limit: x.open");
    expect(() => start({ access: "public", limit: perMember("views") })).toThrow("a limit by member");
    expect(() => start({ access: "member", limit: perEmail("recovery") })).toThrow("a limit by e-mail");
  });

  test("without a handler does not start", () => {
    expect(() => serveContract(Fastify(), probes, { probe: {} } as never, {} as never)).toThrow("no handler");
  });

  test("a handler without a call does not start either", () => {
    const handlers = { probe: { forgotten: async () => ({}) } };
    expect(() => serveContract(Fastify(), probes, handlers as never, {} as never)).toThrow("no call: probe.forgotten");
  });
});

test("the committed tables of the browser's client name every call, those of the staff and the rare ones apart", async () => {
  const read = (name: string) =>
    readFile(new URL(`../../../../web/app/platform/${name}.generated.ts`, import.meta.url), "utf8");
  const tables = { rare: await read("rare-api-table"), others: await read("api-table") };
  for (const [, call] of calls) {
    const isRare = call.access === "admin" || call.isRare;
    expect(isRare ? tables.rare : tables.others).toContain(call.path);
  }
});
