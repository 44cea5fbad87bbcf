import type { AccountType } from "@caramelo/contract/accounts/account";
import { mayStaff, type StaffRole, staffPermissions } from "@caramelo/contract/accounts/staff-permissions";
import type { AnyCall, FileLimits, ParsedOf, ReturnOf } from "@caramelo/contract/call/call";
import type { Changed } from "@caramelo/contract/call/changes";
import type { ErrorCode } from "@caramelo/contract/call/errors";
import { MEMBER_HEADER } from "@caramelo/contract/call/member-header";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { retryContention } from "../database/contention.ts";
import type { RateLimits } from "../limits/rate-limit.ts";
import { serializeLater } from "./answer-serializer.ts";
import { type BodyBounds, boundsOfBody } from "./body-bounds.ts";
import { addBodyParsers } from "./body-parsers.ts";
import { chargeRefusedBody, takeBody } from "./body-points.ts";
import { assertLimits, type HandlerLimits, limitsForHandler, takeLimits } from "./call-limits.ts";
import { fail, foreseenFailure } from "./failure.ts";
import { parseInput } from "./input.ts";
import { assertStrict } from "./strict.ts";
import { receiveUpload } from "./upload.ts";
import { openUploadGate, type UploadGate } from "./upload-gate.ts";

/** `messaging`: write to others. `entry`: anything but look after what is their own. */
export type AgeGate = "messaging" | "entry";

/** The signed-in member of a request, with what most calls need: the session check reads it all in one query. */
export type Me = {
  id: string;
  sessionId: string;
  isAdmin: boolean;
  /** null for members. */
  staffRole: StaffRole | null;
  /** When they last proved who they are: at sign-in, or by a code or the password since. */
  provedAt: Date;
  /** They gave a code of their second factor in this session. */
  hasFactor: boolean;
  role: AccountType | "admin";
  /** What the member may not do until their age is assured; null for nothing. */
  ageGate: AgeGate | null;
  /** null for staff. */
  cityId: number | null;
};

/** What the session check found out about a request: no session, an expired session, or a signed-in member. */
export type Caller = { me: Me } | ({ me: undefined } & PastSession);

export type PastSession = {
  /** The request carried a session that has expired. */
  hadSession: boolean;
  /** It ended a moment ago. The browser may have a new session by now, which the answer must not clear. */
  hasJustEnded: boolean;
};

/** What a handler may read and change of the HTTP exchange itself. */
export type Exchange = PastSession & {
  address: string;
  userAgent: string;
  sessionToken: string | undefined;
  /** The tags of what the browser keeps of this address (`If-None-Match`), without the mark of weak ones. */
  keptTags: string[];
  setSession(token: string, isRemembered: boolean): void;
  /** The browser forgets the session, and with it what `clearCache` names. */
  clearSession(): void;
  /** Tells the browser to forget the photos and pages that it keeps of this site. */
  clearCache(): void;
  /** The secret by which accounts know this browser again; whoever has it proves nothing else. */
  deviceToken: string | undefined;
  setDevice(token: string): void;
};

/** Bytes for a `stream` call; "kept" when the browser keeps the right ones. */
export type Bytes = { bytes: Uint8Array | "kept"; type: string; headers: Record<string, string> };

/** An answer that is JSON already, of the shape that the contract declares. */
export type WrittenAnswer = { readonly [WRITTEN]: string };
const WRITTEN = Symbol("written answer");

/** Answers a text as it is: nothing checks in production that it is what the contract declares. */
export const writtenAnswer = (json: string): WrittenAnswer => ({ [WRITTEN]: json });

const isWritten = (answer: unknown): answer is WrittenAnswer =>
  typeof answer === "object" && answer !== null && WRITTEN in answer;

const NO_SESSION: PastSession = { hadSession: false, hasJustEnded: false };

type MeOf<A> = A extends "member" | "admin" ? Me : Me | undefined;
type Input<C extends AnyCall> = ParsedOf<C> & {
  me: MeOf<C["access"]>;
  exchange: Exchange;
  limits: HandlerLimits<C["limit"]>;
} & (C["kind"] extends "upload" ? ReceivedFiles : unknown) &
  (C["changes"] extends { named: Changed } ? { publishChange: PublishChange } : unknown);

/** The files of an upload, spooled to disk. `signal` is aborted when the client has gone before it was answered. */
export type ReceivedFiles = { files: string[]; signal: AbortSignal };

/** Publishes the declared change to the open browsers of these members. Call it only after the commit. */
export type PublishChange = (memberIds: readonly string[]) => void;

type Answer<C extends AnyCall> = C["kind"] extends "stream" ? Bytes : ReturnOf<C>;

/** One handler for every call of the contract: a missing or an extra one does not compile. */
export type HandlersOf<T, Context> = {
  [k in keyof T]: T[k] extends AnyCall ? HandlerOf<T[k], Context> : HandlersOf<T[k], Context>;
};
export type HandlerOf<C extends AnyCall, Context> = (input: Input<C> & Context) => Promise<Answer<C> | WrittenAnswer>;

// The server refuses to start with any other access, so that no call is open by accident.
const ACCESS = new Set<string>(["public", "guest", "member", "admin"]);

type AnyHandler<Context> = (
  input: Context & {
    exchange: Exchange;
    me: Me | undefined;
    limits: ReturnType<typeof limitsForHandler>;
    publishChange: PublishChange;
    signal?: AbortSignal;
  },
) => Promise<unknown>;

export type ServerDeps<Context> = {
  context: Context;
  limits: RateLimits;
  spoolFolder: string;
  /** Development and tests also check each answer against its schema. */
  isStrictAboutAnswers: boolean;
  /** Staff may only set up their second factor while their session has none. */
  requiresFactor: boolean;
  /** Publishes a change to all open browsers of a member. */
  publishChanged(memberId: string, what: Changed): void;
  now(): Date;
  findCaller(token: string | undefined, address: string): Promise<Caller>;
  /** Whether the site that a request comes from may make it. */
  mayRequest(request: FastifyRequest): boolean;
  openExchange(request: FastifyRequest, reply: FastifyReply): Omit<Exchange, keyof PastSession>;
};

/** Registers every call of the contract, and nothing else, below /api. */
export function serveContract<T extends Record<string, Record<string, AnyCall>>, Context extends object>(
  app: FastifyInstance,
  contract: T,
  handlers: HandlersOf<T, Context>,
  deps: ServerDeps<Context>,
): void {
  addBodyParsers(app);
  const gate = openUploadGate();
  for (const [feature, calls] of Object.entries(contract)) {
    // The mapped type above holds one handler for each call; TypeScript cannot follow the two string keys.
    const group = handlers[feature] as unknown as Record<string, AnyHandler<Context> | undefined> | undefined;
    for (const name of Object.keys(group ?? {}))
      if (!Object.hasOwn(calls, name)) throw new Error(`no call: ${feature}.${name}`);
    for (const [name, call] of Object.entries(calls)) {
      const where = `${feature}.${name}`;
      if (!ACCESS.has(call.access)) throw new Error(`no access policy: ${where}`);
      if (call.access === "admin" && !Object.hasOwn(staffPermissions, call.permission ?? ""))
        throw new Error(`no permission: ${where}`);
      assertLimits(call, where);
      if (call.changes !== "none" && typeof call.changes !== "object")
        throw new Error(`no declaration of changes: ${where}`);
      for (const part of ["params", "query", "body"] as const)
        if (call[part]) assertStrict(call[part], `${where}.${part}`);
      const bounds = boundsOfBody(call.body, `${where}.body`);
      const handler = group?.[name];
      if (!handler) throw new Error(`no handler: ${where}`);
      serveCall(app, call, handler, { ...deps, gate, bounds });
    }
  }
}

function serveCall<Context extends object>(
  app: FastifyInstance,
  call: AnyCall,
  handler: AnyHandler<Context>,
  deps: ServerDeps<Context> & { gate: UploadGate; bounds: BodyBounds },
): void {
  const changes = call.changes === "none" ? {} : call.changes;
  const publishChange: PublishChange = (memberIds) => {
    const what = changes.named;
    if (what) for (const memberId of memberIds) deps.publishChanged(memberId, what);
  };
  const callers = new WeakMap<FastifyRequest, { me: Me | undefined; exchange: Exchange }>();
  const hasBody = call.method !== "GET";
  /** The requests whose body is counted, and neither taken nor refused yet. */
  const unreadRequests = new WeakSet<FastifyRequest>();
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    // A longer body is refused by its announced length, or as soon as it has passed the limit.
    bodyLimit: deps.bounds.bytes,
    config: { unexpected: call.unexpected, isUpload: call.kind === "upload", bodyBounds: deps.bounds },
    ...(call.kind === "stream" ? {} : serializeLater(call.answers)),
    // Before the body is read, so that a caller without access learns nothing about the input.
    onRequest: async (request, reply) => {
      if (!deps.mayRequest(request)) fail("PERMISSION_DENIED");
      const exchange = deps.openExchange(request, reply);
      const caller = await retry(request, () => deps.findCaller(exchange.sessionToken, exchange.address));
      const refusal = judgeAccess(call, caller, deps) ?? judgeSpeaker(call, caller, request.headers[MEMBER_HEADER]);
      // Bytes that the caller may not read look as if they did not exist.
      if (refusal) fail(call.kind === "stream" ? "NOT_FOUND" : refusal);
      if (hasBody) {
        await takeBody(deps.limits, { call, me: caller.me, address: exchange.address });
        unreadRequests.add(request);
      }
      const { hadSession, hasJustEnded } = caller.me ? NO_SESSION : caller;
      callers.set(request, { me: caller.me, exchange: { ...exchange, hadSession, hasJustEnded } });
    },
    onError: async (request, _reply, error) => {
      const caller = callers.get(request);
      if (!caller || !unreadRequests.has(request) || foreseenFailure(error)?.code !== "VALIDATION_ERROR") return;
      await chargeRefusedBody(deps.limits, { call, me: caller.me, address: caller.exchange.address });
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error("a request reached its handler without passing the session check");
      const { input, discard } = await readInput(call, request, { ...deps, me: caller.me });
      unreadRequests.delete(request);
      try {
        const { address, deviceToken: device } = caller.exchange;
        const attempt = { me: caller.me, now: deps.now(), address, device, body: input.body, files: input.files ?? [] };
        await takeLimits(call.limit, deps.limits, attempt);
        const limits = limitsForHandler(call.limit, deps.limits, attempt);
        const ofUpload = call.kind === "upload" ? { signal: signalOf(reply) } : {};
        const answer = await retry(request, () =>
          handler({ ...deps.context, ...input, ...ofUpload, ...caller, limits, publishChange }),
        );
        if (caller.me && changes.caller) deps.publishChanged(caller.me.id, changes.caller);
        if (call.kind === "stream") return sendBytes(reply, answer as Bytes); // by HandlersOf, a stream handler answers Bytes
        if (isWritten(answer)) return sendWritten(reply, call, answer, deps.isStrictAboutAnswers);
        if (deps.isStrictAboutAnswers) z.encode(call.answers, answer);
        return answer;
      } finally {
        await discard();
      }
    },
  });
}

/** What a handler commits before it fails by contention is done again, so it must be safe to repeat. */
function retry<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const facts = { requestId: request.id, route: request.routeOptions.url };
  return retryContention(work, (err) => request.log.warn({ err, ...facts }, "busy, tried again"));
}

/** Aborted when the connection closes; Fastify's own signal is aborted as soon as the request has been read. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed || raw.closed) controller.abort();
  raw.once("close", () => controller.abort());
  return controller.signal;
}

function judgeAccess(
  { access, permission, isOpenBeforeAge }: AnyCall,
  caller: Caller,
  { requiresFactor }: Pick<ServerDeps<unknown>, "requiresFactor">,
): ErrorCode | undefined {
  if (access === "public") return undefined;
  if (access === "guest") return caller.me ? "PERMISSION_DENIED" : undefined;
  // A session that ended leads to the sign-in page; whoever never had one is a stranger.
  if (!caller.me && caller.hadSession) return "AUTH_SESSION_EXPIRED";
  if (!caller.me) return access === "admin" ? "ADMIN_ONLY" : "AUTH_NO_SESSION";
  const { staffRole, hasFactor, ageGate } = caller.me;
  // On the side of the members staff see what members do not, so it waits for the second factor as well.
  const awaitsFactor = requiresFactor && staffRole !== null && !hasFactor;
  if (access === "member" && isOpenBeforeAge) return undefined;
  if (access === "member" && !awaitsFactor) return ageGate === "entry" ? "AGE_ASSURANCE_REQUIRED" : undefined;
  if (access === "admin" && (!permission || !mayStaff(staffRole, permission))) return "ADMIN_ONLY";
  return awaitsFactor && permission !== "ownAccess" ? "SECOND_FACTOR_MISSING" : undefined;
}

/** A page that still shows a former member of this browser must not act for the one who is signed in now. */
function judgeSpeaker({ access }: AnyCall, { me }: Caller, speakerId: unknown): ErrorCode | undefined {
  if (!me || speakerId === undefined || access === "public") return undefined;
  return speakerId === me.id ? undefined : "AUTH_SESSION_EXPIRED";
}

type Reading = Pick<ServerDeps<unknown>, "spoolFolder" | "limits" | "now"> & {
  gate: UploadGate;
  bounds: BodyBounds;
  me: Me | undefined;
};

type Read = { input: ReturnType<typeof parseInput> & { files?: string[] }; discard(): Promise<void> };

async function readInput(call: AnyCall, request: FastifyRequest, reading: Reading): Promise<Read> {
  if (call.kind === "upload" && call.files) return readUpload(call, call.files, request, reading);
  const { params, query, body } = request;
  // Only uploads are multipart. Elsewhere Fastify lets it pass unread, as if there were no body.
  if (/^\s*multipart\//i.test(request.headers["content-type"] ?? "")) fail("VALIDATION_ERROR");
  return { input: parseInput(call, { params, query, body }), discard: async () => {} };
}

async function readUpload(
  call: AnyCall,
  files: FileLimits,
  request: FastifyRequest,
  { spoolFolder, limits, now, gate, bounds, me }: Reading,
): Promise<Read> {
  const { params, query, headers, ip: address } = request;
  const cut = () => void request.raw.destroy();
  const announced = { memberId: me?.id, address, length: headers["content-length"], cut };
  const leave = gate.enter(announced, files.max * files.maxBytes);
  const receive = async () => {
    // Counted before the body comes, so that those count that never come to an end.
    const attempt = { me, now: now(), address, device: undefined, body: undefined, files: [] };
    await takeLimits(call.limit, limits, attempt, "entry");
    return receiveUpload(request.raw, spoolFolder, { limits: files, bounds });
  };
  const { upload, refusal, discard } = await receive().finally(leave);
  try {
    if (!upload) throw refusal;
    return { input: { ...parseInput(call, { params, query, body: upload.data }), files: upload.files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function sendBytes(reply: FastifyReply, { bytes, type, headers }: Bytes) {
  if (bytes === "kept") return reply.code(304).headers(headers).send();
  return reply.headers({ ...headers, "content-type": type, "content-length": bytes.byteLength }).send(bytes);
}

function sendWritten(reply: FastifyReply, call: AnyCall, { [WRITTEN]: json }: WrittenAnswer, isStrict: boolean) {
  // Only declared keys leave, and of these each one.
  if (isStrict) call.answers.parse(JSON.parse(json));
  return reply.type("application/json; charset=utf-8").send(json);
}
