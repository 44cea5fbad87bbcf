import { readFile } from "node:fs/promises";
import { staffPermissions } from "@caramelo/contract/accounts/staff-permissions";
import type { Access, AnyCall } from "@caramelo/contract/call/call";
import { call } from "@caramelo/contract/call/call";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { listLimits, perEmail, perMember } from "@caramelo/contract/call/limit-policy";
import Fastify from "fastify";
import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { findCaller } from "../../features/accounts/session-check.ts";
import { addPhotoObjects } from "../../features/photos/object-queries.ts";
import { addPhotos } from "../../features/photos/queries.ts";
import { CALLERS, type Caller, openCaller, refusalFor } from "../../testing/access-matrix/callers.ts";
import { listCalls } from "../../testing/access-matrix/cells.ts";
import { type Outcome, readOutcome } from "../../testing/access-matrix/outcome.ts";
import { listRefusals } from "../../testing/access-matrix/refusals.ts";
import { JSON_TYPE, sampleInput, sendInput } from "../../testing/access-matrix/sample-input.ts";
import { makeMember } from "../../testing/people.ts";
import { PLAIN_CALL } from "../../testing/plain-call.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { openWorld } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";
import { photoFileName, photoKey } from "../storage/photo-name-rules.ts";
import { fail } from "./failure.ts";
import { answerFailures } from "./failures.ts";
import type { ServerDeps } from "./serve-call.ts";
import { serveContract } from "./serve-contract.ts";
import { wireSchema } from "./wire-schema.ts";

const registered = vi.hoisted(() => [] as { method: string; url: string }[]);
vi.mock("fastify", async (importOriginal) => {
  const real = await importOriginal<typeof import("fastify")>();
  const open = (options: Parameters<typeof real.default>[0]) => {
    const app = real.default(options);
    app.addHook("onRoute", ({ method, url }) => {
      for (const verb of [method].flat()) registered.push({ method: verb, url });
    });
    return app;
  };
  return { ...real, default: open };
});

const world = await openWorld();
const ownRoutes = [...registered];
type Browser = ReturnType<typeof world.browser>;
/** A browser of a new caller. */
const openBrowserOf = async (caller: Caller): Promise<Browser> => (await openCaller(world, caller)).browser;

/** A stored photo of an active member, at its link of today. */
async function makePhotoLink(): Promise<string> {
  const { id } = await makeMember(world.owner);
  const now = new Date();
  const fileName = photoFileName(id, now, "0123456789abcdef0123456789abcdef");
  await addPhotoObjects(world.db, [fileName], now);
  const facts = { position: 0, width: 3, height: 4, thumbhash: "x", createdAt: now };
  await addPhotos(world.db, [{ id: uuidv7(now), memberId: id, fileName, ...facts }]);
  await world.context.storage.put(photoKey(fileName, "small"), new Uint8Array([1, 2, 3]));
  return world.context.photoLinks.linkTo(fileName, "small", now);
}

const link = await makePhotoLink();
const member = await makeMember(world.owner);
const calls = listCalls();

const REFUSALS = listRefusals(member.email, link);

const sharedBrowsers = new Map<Caller, Promise<Browser>>();

/** One browser of each caller, for requests that change nothing. */
function shareBrowserOf(caller: Caller): Promise<Browser> {
  const browser = sharedBrowsers.get(caller) ?? openBrowserOf(caller);
  sharedBrowsers.set(caller, browser);
  return browser;
}

/** Sends rubbish in the path of a call, or as its body. */
function sendRubbish({ raw }: Browser, call: AnyCall): Promise<Response> {
  const input = sampleInput(call);
  const rubbish = Object.fromEntries(Object.keys(input.params).map((key) => [key, "x"]));
  const path = call.path.replace(/:(\w+)/g, (_, key: string) => String((call.body ? input.params : rubbish)[key]));
  const address = `/api${path}${call.body || call.params ? "" : "?x=1"}`;
  return raw(address, { method: call.method, ...(call.body && { body: "{", headers: JSON_TYPE }) });
}

describe("the contract", () => {
  test("[T05][TA.02] has each call for which a test here adds to the declaration", () => {
    const names = calls.map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(REFUSALS)));
  });

  test.each(calls)(
    "[TA.01] %s declares who may call it, what it answers, its failures and what it is for",
    (_, call) => {
      expect(["public", "guest", "member", "admin"]).toContain(call.access);
      if (call.access === "admin") expect(Object.keys(staffPermissions)).toContain(call.permission);
      else expect(call.permission).toBeUndefined();
      expect(call.answers).toBeInstanceOf(z.ZodType);
      expect(call.summary).toMatch(/^[A-Z].{20,}\.$/);
      for (const code of [...call.errors, call.unexpected])
        expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
      expect(new Set(call.errors).size).toBe(call.errors.length);
      // A browser keeps only answers that the signed-in member may read again.
      const isKept = typeof call.offline === "object" || call.offline === "answer" || call.offline === "first page";
      if (isKept) expect([call.method, call.access, call.kind]).toEqual(["GET", "member", "json"]);
      expect(listLimits(call.limit).length).toBeGreaterThan(0);
      expect(call.errors).toContain("RATE_LIMIT_EXCEEDED");
      if (call.kind !== "stream") expect(Object.keys(wireSchema(call.answers))).toContain("type");
      if (call.method === "GET") expect(call.body).toBeUndefined();
    },
  );

  test("no two calls share an address", () => {
    const addresses = calls.map(([, one]) => `${one.method} ${one.path.replace(/:\w+/g, ":x")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("[T05] nothing else is served below /api but the two pages that describe it and the webhooks of payments", () => {
    const declared = calls.flatMap(([, { method, path }]) =>
      method === "GET" ? [`GET /api${path}`, `HEAD /api${path}`] : [`${method} /api${path}`],
    );
    const docs = ["/api/docs", "/api/docs/openapi.json"].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const webhooks = ["", "/:secret", "/:secret/pix"].map((rest) => `POST /api/webhooks/:provider${rest}`);
    const pages = ["/healthz", "/readyz", "/.well-known/security.txt"].flatMap((path) => [
      `GET ${path}`,
      `HEAD ${path}`,
    ]);
    const served = ownRoutes.map(({ method, url }) => `${method} ${url}`);
    expect(served.sort()).toEqual([...declared, ...docs, ...webhooks, ...pages].sort());
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

describe.each(calls)("%s", (name, call) => {
  const letIn = CALLERS.find((caller) => refusalFor(call, caller) === undefined) ?? "guest";
  const toOutcome = (code: ErrorCode): Outcome => ({ status: errorCatalogue[code].status, code });

  test.each(CALLERS)("[T05] to %s with rubbish is judged by access first", async (caller) => {
    const { code } = await readOutcome(await sendRubbish(await shareBrowserOf(caller), call));
    expect(code).toBe(refusalFor(call, caller) ?? (call.kind === "stream" ? code : "VALIDATION_ERROR"));
    expect(code).toMatch(/^[A-Z_]+$/);
  });

  test("refuses what it must, in a way that it declares", async () => {
    const { raw } = await openBrowserOf(letIn);
    const input = sampleInput(call);
    const elsewhere: typeof raw = (path, init) =>
      raw(path, { ...init, headers: { ...init?.headers, origin: "https://elsewhere.example" } });
    const unknownField: typeof raw = (path) => raw(`${path}${path.includes("?") ? "&" : "?"}nonsense=1`);
    const isRead = call.method === "GET";
    const outcome = await readOutcome(await sendInput(isRead ? unknownField : elsewhere, call, input));
    const code = call.kind === "stream" ? "NOT_FOUND" : "VALIDATION_ERROR";
    expect(outcome).toEqual(toOutcome(isRead ? code : "PERMISSION_DENIED"));

    const refusal = REFUSALS[name];
    if (!refusal) return;
    expect(await refusal.attempt(await openBrowserOf(letIn))).toEqual(toOutcome(refusal.code));
    expect([...call.errors, "VALIDATION_ERROR"]).toContain(refusal.code);
  });
});

test("[TA.03] a photo that a caller may not see answers like one that is not there", async () => {
  const read = async (caller: Caller, path: string) => {
    const reply = await (await openBrowserOf(caller)).raw(path);
    const { requestId: _, ...body } = await readFailure(reply);
    return { status: reply.status, body, headers: [...reply.headers.keys()].sort() };
  };
  const missing = await read("baby", link.replace(/[0-9a-f]{32}/, "f".repeat(32)));
  expect(await read("guest", link)).toEqual(missing);
  expect(await read("suspended", link)).toEqual(missing);
  expect(missing.status).toBe(404);
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
const published: string[] = [];

function openProbes(isStrictAboutAnswers: boolean) {
  const app = Fastify();
  const deps: ServerDeps<object> = {
    context: {},
    limits: world.limits,
    spoolFolder: world.dataDir,
    isStrictAboutAnswers,
    requiresFactor: false,
    publishChanged: (memberId, what) => published.push(`${memberId} ${what}`),
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
  test("[T05] that a stranger makes with rubbish answers that they must sign in, not what is wrong", async () => {
    expect((await askProbe("guest", writeProbe, { nonsense: 1 })).json().code).toBe("AUTH_NO_SESSION");
    expect((await askProbe("baby", writeProbe, { nonsense: 1 })).json().code).toBe("VALIDATION_ERROR");
  });

  test("publishes to the caller's browsers what it declares to change, once it has succeeded", async () => {
    const text = { text: "oi" };
    const before = published.length;
    await askProbe("baby", writeProbe, { text: "refuse" });
    await askProbe("baby", writeProbe, { nonsense: 1 });
    await askProbe("guest", writeProbe, text);
    await askProbe("baby", probes.probe.member);
    expect(published.slice(before)).toEqual([]);
    const { id } = (await askProbe("baby", writeProbe, text)).json();
    expect(published.slice(before)).toEqual([`${id} self`]);
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
