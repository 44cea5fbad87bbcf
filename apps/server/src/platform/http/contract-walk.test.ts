import { readFile } from "node:fs/promises";
import type { Access, AnyCall } from "@caramelo/contract/call";
import { call } from "@caramelo/contract/call";
import { contract } from "@caramelo/contract/contract";
import { type ErrorCode, errorCatalogue } from "@caramelo/contract/errors";
import Fastify from "fastify";
import { afterAll, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { findCaller, openSession } from "../../features/accounts/handlers/door.ts";
import { addPhotoObjects, addPhotos } from "../../features/photos/queries.ts";
import { makeMember, newEmail, PASSWORD, signUpForm } from "../../testing/people.ts";
import { readFailure } from "../../testing/read-failure.ts";
import { type Entry, outcomeOf, readOutcome } from "../../testing/walk.ts";
import { walkAccounts } from "../../testing/walks/accounts.ts";
import { walkMail } from "../../testing/walks/mail.ts";
import { walkNotifications } from "../../testing/walks/notifications.ts";
import { walkProfiles } from "../../testing/walks/profiles.ts";
import { walkSafety } from "../../testing/walks/safety.ts";
import { openWorld } from "../../testing/world.ts";
import { uuidv7 } from "../ids.ts";
import { photoFileName, photoKey } from "../photo-name-rules.ts";
import { answerFailures } from "./failures.ts";
import { type Door, serveContract } from "./serve-contract.ts";
import { wireSchema } from "./wire-schema.ts";

const registered = vi.hoisted(() => [] as { method: string; url: string }[]);
vi.mock("fastify", async (importOriginal) => {
  const real = await importOriginal<typeof import("fastify")>();
  const open = (options: Parameters<typeof real.default>[0]) => {
    const app = real.default(options);
    app.addHook("onRoute", ({ method, url }) => {
      for (const one of [method].flat()) registered.push({ method: one, url });
    });
    return app;
  };
  return { ...real, default: open };
});

const world = await openWorld();
const ownRoutes = [...registered];
type Browser = ReturnType<typeof world.browser>;
const CALLERS = ["guest", "ended", "baby", "daddy", "mommy", "admin", "deactivated", "suspended"] as const;
type Caller = (typeof CALLERS)[number];

async function openBrowserOf(caller: Caller): Promise<Browser> {
  const browser = world.browser();
  if (caller === "guest") return browser;
  const role = caller === "ended" || caller === "deactivated" || caller === "suspended" ? "baby" : caller;
  const { id } = await makeMember(world.owner, { role });
  // As a sign-in would, without the work of its password.
  const exchange = { userAgent: "", sessionToken: undefined };
  browser.jar.set("__Host-caramelo", await openSession(world.context, exchange, { memberId: id, isRemembered: false }));
  const now = new Date();
  const change = (facts: object) => world.db.updateTable("profile").set(facts).where("memberId", "=", id).execute();
  if (caller === "deactivated") await change({ deactivatedAt: now });
  if (caller === "suspended") await change({ suspendedAt: now });
  if (caller === "ended")
    await world.db.updateTable("session").set({ endedAt: now }).where("memberId", "=", id).execute();
  return browser;
}

/** A stored photo of an active member, at its link of today. */
async function makePhotoLink(): Promise<string> {
  const { id } = await makeMember(world.owner);
  const now = new Date();
  const fileName = photoFileName(id, now, "0123456789abcdef0123456789abcdef");
  await addPhotoObjects(world.db, [fileName], now);
  const facts = { position: 0, width: 3, height: 4, thumbhash: "x", createdAt: now };
  await addPhotos(world.db, [{ id: uuidv7(now), memberId: id, fileName, ...facts }]);
  await world.context.storage.put(photoKey(fileName, 320), new Uint8Array([1, 2, 3]));
  return world.context.photoLinks.linkTo(fileName, 320, now);
}

const link = await makePhotoLink();
const member = await makeMember(world.owner);
const daddy = await makeMember(world.owner, { role: "daddy" });
const signInBody = { email: member.email, password: PASSWORD, remember: false };
const nobody = () => ({ memberId: uuidv7(new Date()) });
const newMessage = () => ({ clientId: uuidv7(new Date()), text: "oi" });
const twoFiles = [new Blob(["no picture"]), new Blob(["no picture"])];

/** Every call of the contract. A call that is missing here fails the first test. */
const WALK: Record<string, Entry> = {
  ...walkAccounts({ email: member.email }),
  ...walkProfiles(),
  ...walkNotifications(),
  ...walkSafety({ memberId: member.id }),
  ...walkMail(),
  "accounts.signUp": {
    attempt: async ({ api }) =>
      outcomeOf(await api.accounts.signUp({ body: signUpForm({ email: member.email }), photos: twoFiles })),
    // The way in was open; the address was not free.
    allowed: { status: 409, code: "AUTH_USER_EXISTS" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/accounts", { method: "POST", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.accounts.signUp({ body: signUpForm(), photos: [] })),
    refusal: "PHOTOS_TOO_FEW",
  },
  "accounts.signIn": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.signIn({ body: signInBody })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/session", { method: "POST", body: "{" })),
    refused: async ({ api }) => outcomeOf(await api.accounts.signIn({ body: { ...signInBody, email: newEmail() } })),
    refusal: "AUTH_INVALID_CREDENTIALS",
  },
  "accounts.session": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.session()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/session?x=1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/session?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "accounts.signOut": {
    attempt: async ({ api }) => outcomeOf(await api.accounts.signOut()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/session?x=1", { method: "DELETE" })),
    refused: async ({ raw }) =>
      readOutcome(await raw("/api/session", { method: "DELETE", headers: { origin: "https://elsewhere.example" } })),
    refusal: "PERMISSION_DENIED",
  },
  "cities.search": {
    attempt: async ({ api }) => outcomeOf(await api.cities.search({ query: { q: "são" } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/cities")),
    refused: async ({ raw }) => readOutcome(await raw("/api/cities?q=s")),
    refusal: "VALIDATION_ERROR",
  },
  "photos.read": {
    attempt: async ({ raw }) => readOutcome(await raw(link)),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw(link.replace("/320", "/x"))),
    refused: async ({ raw }) => readOutcome(await raw(link.replace(/s=.{22}/, `s=${"A".repeat(22)}`))),
    refusal: "NOT_FOUND",
  },
  "presence.pulse": {
    attempt: async ({ api }) => outcomeOf(await api.presence.pulse()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/presence?x=1", { method: "POST" })),
    refused: async ({ raw }) =>
      readOutcome(await raw("/api/presence", { method: "POST", headers: { origin: "https://elsewhere.example" } })),
    refusal: "PERMISSION_DENIED",
  },
  "presence.list": {
    attempt: async ({ api }) => outcomeOf(await api.presence.list({ query: { ids: [member.id] } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/presence?ids=x")),
    refused: async ({ raw }) => readOutcome(await raw("/api/presence")),
    refusal: "VALIDATION_ERROR",
  },
  "discovery.list": {
    attempt: async ({ api }) => outcomeOf(await api.discovery.list({ query: { seed: 1 } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/discovery?seed=-1")),
    refused: async ({ raw }) => readOutcome(await raw("/api/discovery?seed=1&ageMin=40&ageMax=30")),
    refusal: "VALIDATION_ERROR",
  },
  "profiles.read": {
    attempt: async ({ api }) => {
      // Of two sides at least one is to be seen.
      const reply = await api.profiles.read({ params: { id: member.id } });
      return outcomeOf(reply.status === 404 ? await api.profiles.read({ params: { id: daddy.id } }) : reply);
    },
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/profiles/x")),
    refused: async ({ api }) => outcomeOf(await api.profiles.read({ params: { id: uuidv7(new Date()) } })),
    refusal: "NOT_FOUND",
  },
  "favorites.add": {
    attempt: async ({ api }) => outcomeOf(await api.favorites.add({ params: { id: uuidv7(new Date()) } })),
    // The way in was open; there was nobody.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/favorites/x", { method: "PUT" })),
    refused: async ({ api }) => outcomeOf(await api.favorites.add({ params: { id: member.id } })),
    refusal: "NOT_FOUND",
  },
  "favorites.remove": {
    attempt: async ({ api }) => outcomeOf(await api.favorites.remove({ params: { id: daddy.id } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/favorites/x", { method: "DELETE" })),
    refused: async ({ raw }) => {
      const headers = { origin: "https://elsewhere.example" };
      return readOutcome(await raw(`/api/favorites/${daddy.id}`, { method: "DELETE", headers }));
    },
    refusal: "PERMISSION_DENIED",
  },
  "messaging.conversations": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.conversations()),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/conversations?before=x")),
    refused: async ({ raw }) => readOutcome(await raw("/api/conversations?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
  "messaging.room": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.room({ params: nobody() })),
    // The way in was open; there was nobody. So with all calls that name a member.
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/conversations/x")),
    refused: async ({ api }) => outcomeOf(await api.messaging.room({ params: { memberId: member.id } })),
    refusal: "NOT_FOUND",
  },
  "messaging.history": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.history({ params: nobody() })),
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) => readOutcome(await raw(`/api/conversations/${member.id}/messages?before=x`)),
    refused: async ({ api }) => outcomeOf(await api.messaging.history({ params: { memberId: member.id } })),
    refusal: "NOT_FOUND",
  },
  "messaging.send": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.send({ params: nobody(), body: newMessage() })),
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) =>
      readOutcome(await raw(`/api/conversations/${member.id}/messages`, { method: "POST", body: "{" })),
    refused: async ({ api }) =>
      outcomeOf(await api.messaging.send({ params: { memberId: member.id }, body: newMessage() })),
    refusal: "NOT_FOUND",
  },
  "messaging.markRead": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.markRead({ params: nobody(), body: { upTo: 1 } })),
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) =>
      readOutcome(await raw(`/api/conversations/${member.id}/read`, { method: "PUT", body: "{" })),
    refused: async ({ api }) =>
      outcomeOf(await api.messaging.markRead({ params: { memberId: member.id }, body: { upTo: 1 } })),
    refusal: "NOT_FOUND",
  },
  "messaging.clear": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.clear({ params: nobody(), body: { upTo: 1 } })),
    allowed: { status: 404, code: "NOT_FOUND" },
    rubbish: async ({ raw }) =>
      readOutcome(await raw(`/api/conversations/${member.id}`, { method: "DELETE", body: "{" })),
    refused: async ({ api }) =>
      outcomeOf(await api.messaging.clear({ params: { memberId: member.id }, body: { upTo: 1 } })),
    refusal: "NOT_FOUND",
  },
  "messaging.changes": {
    attempt: async ({ api }) => outcomeOf(await api.messaging.changes({ query: { after: 0 } })),
    allowed: { status: 200, code: undefined },
    rubbish: async ({ raw }) => readOutcome(await raw("/api/messages/changes?after=x")),
    refused: async ({ raw }) => readOutcome(await raw("/api/messages/changes?memberId=1")),
    refusal: "VALIDATION_ERROR",
  },
};

const calls: [string, AnyCall][] = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, one]): [string, AnyCall] => [`${feature}.${name}`, one]),
);

/** How the declared access refuses a caller; undefined when it lets them in. */
function refusalFor({ access, kind }: Pick<AnyCall, "access" | "kind">, caller: Caller): ErrorCode | undefined {
  const isMember = ["baby", "daddy", "mommy", "admin"].includes(caller);
  const refusals: Record<Access, ErrorCode | undefined> = {
    public: undefined,
    guest: isMember ? "PERMISSION_DENIED" : undefined,
    member: noSessionFor(caller, isMember),
    admin: noSessionFor(caller, isMember) ?? (caller === "admin" ? undefined : "ADMIN_ONLY"),
  };
  const refusal = refusals[access];
  return refusal && kind === "stream" ? "NOT_FOUND" : refusal;
}

function noSessionFor(caller: Caller, isMember: boolean): ErrorCode | undefined {
  if (isMember) return undefined;
  return caller === "guest" ? "AUTH_NO_SESSION" : "AUTH_SESSION_EXPIRED";
}

describe("the contract", () => {
  test("[T05][TA.02] is walked whole: each of its calls has an entry here, and no entry is of the past", () => {
    expect(Object.keys(WALK).sort()).toEqual(calls.map(([name]) => name).sort());
  });

  test.each(calls)(
    "[TA.01] %s declares who may call it, what it answers, its failures and what it is for",
    (_, one) => {
      expect(["public", "guest", "member", "admin"]).toContain(one.access);
      expect(one.answers).toBeInstanceOf(z.ZodType);
      expect(one.summary).toMatch(/^[A-Z].{20,}\.$/);
      for (const code of [...one.errors, one.unexpected])
        expect(errorCatalogue[code].status).toBeGreaterThanOrEqual(400);
      expect(new Set(one.errors).size).toBe(one.errors.length);
      if (one.kind !== "stream") expect(Object.keys(wireSchema(one.answers))).toContain("type");
      if (one.method === "GET") expect(one.body).toBeUndefined();
    },
  );

  test("no two calls share an address", () => {
    const addresses = calls.map(([, one]) => `${one.method} ${one.path.replace(/:\w+/g, ":x")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test("[T05] nothing else is served below /api but the two pages that describe it", () => {
    const declared = calls.flatMap(([, { method, path }]) =>
      method === "GET" ? [`GET /api${path}`, `HEAD /api${path}`] : [`${method} /api${path}`],
    );
    const docs = ["/api/docs", "/api/docs/openapi.json"].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const health = ["/healthz", "/readyz"].flatMap((path) => [`GET ${path}`, `HEAD ${path}`]);
    const served = ownRoutes.map(({ method, url }) => `${method} ${url}`);
    expect(served.sort()).toEqual([...declared, ...docs, ...health].sort());
  });

  test("the description names every call with its access and its failures", async () => {
    const reply = await world.browser().raw("/api/docs/openapi.json");
    const { paths } = (await reply.json()) as { paths: Record<string, Record<string, { responses: object }>> }; // OpenAPI
    for (const [name, one] of calls) {
      const operation = paths[`/api${one.path.replace(/:(\w+)/g, "{$1}")}`]?.[one.method.toLowerCase()];
      expect(operation).toMatchObject({ operationId: name, "x-access": one.access, summary: one.summary });
      const told = JSON.stringify(operation?.responses);
      for (const code of one.errors) expect(told).toContain(code);
    }
    const page = await (await world.browser().raw("/api/docs")).text();
    for (const [, one] of calls) expect(page).toContain(`${one.method} /api${one.path}`);
  });
});

describe.each(calls)("%s", (name, one) => {
  const entry = WALK[name];
  if (!entry) return;

  test.each(CALLERS)("[T05][TA.02] for %s is open or shut as its access says", async (caller) => {
    const outcome = await entry.attempt(await openBrowserOf(caller));
    const refusal = refusalFor(one, caller);
    const shut = refusal && { status: errorCatalogue[refusal].status, code: refusal };
    const allowed = (caller === "admin" ? entry.forTeam : undefined) ?? entry.allowed;
    expect(outcome).toEqual(shut ?? allowed);
  });

  test.each(CALLERS)("[T05] to %s with rubbish is judged by access first", async (caller) => {
    const { code } = await entry.rubbish(await openBrowserOf(caller));
    expect(code).toBe(refusalFor(one, caller) ?? (one.kind === "stream" ? code : "VALIDATION_ERROR"));
    expect(code).toMatch(/^[A-Z_]+$/);
  });

  test("refuses what it must, in a way that it declares", async () => {
    const letIn = CALLERS.find((caller) => refusalFor(one, caller) === undefined) ?? "guest";
    const outcome = await entry.refused(await openBrowserOf(letIn));
    expect(outcome).toEqual({ status: errorCatalogue[entry.refusal].status, code: entry.refusal });
    const always: ErrorCode[] = ["VALIDATION_ERROR", "PERMISSION_DENIED"];
    expect([...one.errors, ...always]).toContain(entry.refusal);
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

// The contract has no admin's call yet, and few of each other kind: these stand for all that will come.
const probe = (access: Access, kind: "json" | "stream" = "json") =>
  call({
    kind,
    method: "GET",
    path: `/probe/${access}/${kind}`,
    access,
    answers: z.strictObject({ id: z.string().nullable() }),
    errors: [],
    summary: "Tells who calls.",
  });
const writeProbe = call({
  method: "POST",
  path: "/probe/write",
  access: "member",
  body: z.strictObject({ text: z.string() }),
  answers: z.strictObject({ id: z.string() }),
  errors: [],
  summary: "Takes a text from a member.",
});
const probes = {
  probe: {
    public: probe("public"),
    guest: probe("guest"),
    member: probe("member"),
    admin: probe("admin"),
    memberStream: probe("member", "stream"),
    adminStream: probe("admin", "stream"),
    write: writeProbe,
  },
};
type ProbeInput = { me: { id: string } | undefined };
const tellCaller = async ({ me }: ProbeInput) => ({ id: me?.id ?? null, secret: "never leaves" });
const sendBytes = async () => ({ bytes: new Uint8Array([1]), type: "image/webp", headers: {} });
const probeHandlers = {
  probe: {
    public: tellCaller,
    guest: tellCaller,
    member: tellCaller,
    admin: tellCaller,
    memberStream: sendBytes,
    adminStream: sendBytes,
    write: async ({ me }: { me: { id: string } }) => ({ id: me.id }),
  },
};
type Handlers = Parameters<typeof serveContract<typeof probes, object>>[2];

function openProbes(isStrictAboutAnswers: boolean) {
  const app = Fastify();
  const door: Door<object> = {
    context: {},
    spoolFolder: world.dataDir,
    isStrictAboutAnswers,
    findCaller: (token) => findCaller(world.context, token),
    isSameOrigin: () => true,
    openExchange: (request) => ({
      address: "",
      userAgent: "",
      sessionToken: request.headers.cookie?.split("=")[1],
      setSession: () => {},
      clearSession: () => {},
    }),
  };
  answerFailures(app);
  // Streams are typed by the kind that their call names; `probe` leaves it open.
  serveContract(app, probes, probeHandlers as unknown as Handlers, door);
  afterAll(() => app.close());
  return app;
}

const app = openProbes(false);
const askProbe = async (caller: Caller, one: AnyCall, payload?: object) => {
  const { jar } = await openBrowserOf(caller);
  const [pair] = [...jar].map(([name, value]) => `${name}=${value}`);
  // The probes register with the two methods that they name.
  const method = one.method as "GET" | "POST";
  return app.inject({
    method,
    url: `/api${one.path}`,
    headers: pair ? { cookie: pair } : {},
    ...(payload && { payload }),
  });
};

describe.each(Object.entries(probes.probe))("a call like probe.%s", (_, one: AnyCall) => {
  test.each(CALLERS)("[T05][D2.07][M8.07][M8.11] for %s is open or shut as its access says", async (caller) => {
    const reply = await askProbe(caller, one, one.method === "POST" ? { text: "oi" } : undefined);
    const refusal = refusalFor(one, caller);
    expect(reply.statusCode).toBe(refusal ? errorCatalogue[refusal].status : 200);
    if (refusal) expect(reply.json()).toMatchObject({ code: refusal, userMessage: errorCatalogue[refusal].text });
  });
});

describe("a call", () => {
  test("[T05] that a stranger makes with rubbish tells them to sign in, not what is wrong", async () => {
    expect((await askProbe("guest", writeProbe, { nonsense: 1 })).json().code).toBe("AUTH_NO_SESSION");
    expect((await askProbe("baby", writeProbe, { nonsense: 1 })).json().code).toBe("VALIDATION_ERROR");
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
    // @ts-expect-error: `access` is missing
    const open = call({ method: "GET", path: "/open", answers: z.strictObject({}), errors: [], summary: "Open." });
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

  test("without a handler does not start", () => {
    expect(() => serveContract(Fastify(), probes, { probe: {} } as never, {} as never)).toThrow("no handler");
  });
});

test("the committed table of the browser's client names every call", async () => {
  const table = await readFile(new URL("../../../../web/app/platform/api-table.generated.ts", import.meta.url), "utf8");
  for (const [, one] of calls) expect(table).toContain(one.path);
});
