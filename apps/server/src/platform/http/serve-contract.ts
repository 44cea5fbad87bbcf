import type { AccountType } from "@caramelo/contract/accounts";
import type { AnyCall, FileLimits, ParsedOf, ReturnOf } from "@caramelo/contract/call";
import type { ErrorCode } from "@caramelo/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { fail } from "./failure.ts";
import { parseInput } from "./input.ts";
import { assertStrict } from "./strict.ts";
import { receiveUpload } from "./upload.ts";
import { openUploadGate, type UploadGate } from "./upload-gate.ts";
import { wireSchema } from "./wire-schema.ts";

/** The signed-in member of a request, with what most calls ask of them: one question at the door, none behind it. */
export type Me = {
  id: string;
  sessionId: string;
  isAdmin: boolean;
  role: AccountType | "admin";
  /** null for staff. */
  cityId: number | null;
};

/** What the door found out about a request: nobody, a session that is over, or a member. */
export type Caller = { me: Me } | ({ me: undefined } & PastSession);

export type PastSession = {
  /** A session came along that is over. */
  hadSession: boolean;
  /** It ended a moment ago: the browser may be about to carry another one, which an answer must not take from it. */
  hasJustEnded: boolean;
};

/** What a handler may know and do about the exchange itself. */
export type Exchange = PastSession & {
  address: string;
  userAgent: string;
  sessionToken: string | undefined;
  setSession(token: string, isRemembered: boolean): void;
  clearSession(): void;
};

/** Bytes for a `stream` call. */
export type Bytes = { bytes: Uint8Array; type: string; headers: Record<string, string> };

const NO_SESSION: PastSession = { hadSession: false, hasJustEnded: false };

type MeOf<A> = A extends "member" | "admin" ? Me : Me | undefined;
type Input<C extends AnyCall> = ParsedOf<C> & {
  me: MeOf<C["access"]>;
  exchange: Exchange;
} & (C["kind"] extends "upload" ? { files: string[] } : unknown);
type Answer<C extends AnyCall> = C["kind"] extends "stream" ? Bytes : ReturnOf<C>;

/** One handler for every call of the contract: a missing or an extra one does not compile. */
export type HandlersOf<T, Context> = {
  [k in keyof T]: T[k] extends AnyCall ? HandlerOf<T[k], Context> : HandlersOf<T[k], Context>;
};
export type HandlerOf<C extends AnyCall, Context> = (input: Input<C> & Context) => Promise<Answer<C>>;

// What is none of these must not start, rather than be open to somebody by accident.
const ACCESS = new Set<string>(["public", "guest", "member", "admin"]);

type AnyHandler<Context> = (input: Context & { exchange: Exchange; me: Me | undefined }) => Promise<unknown>;

export type Door<Context> = {
  context: Context;
  spoolFolder: string;
  /** Development and tests also check each answer against its schema. */
  isStrictAboutAnswers: boolean;
  findCaller(token: string | undefined): Promise<Caller>;
  isSameOrigin(request: FastifyRequest): boolean;
  openExchange(request: FastifyRequest, reply: FastifyReply): Omit<Exchange, keyof PastSession>;
};

/** Registers every call of the contract, and nothing else, below /api. */
export function serveContract<T extends Record<string, Record<string, AnyCall>>, Context extends object>(
  app: FastifyInstance,
  contract: T,
  handlers: HandlersOf<T, Context>,
  door: Door<Context>,
): void {
  // Uploads are read by `receiveUpload`; Fastify only has to let them pass.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.removeContentTypeParser("text/plain");
  const gate = openUploadGate();
  for (const [feature, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls)) {
      const where = `${feature}.${name}`;
      if (!ACCESS.has(call.access)) throw new Error(`no access policy: ${where}`);
      for (const part of ["params", "query", "body"] as const)
        if (call[part]) assertStrict(call[part], `${where}.${part}`);
      // The mapped type above holds one handler for each call; TypeScript cannot follow the two string keys.
      const group = handlers[feature] as unknown as Record<string, AnyHandler<Context> | undefined> | undefined;
      const handler = group?.[name];
      if (!handler) throw new Error(`no handler: ${where}`);
      serveCall(app, call, handler, { ...door, gate });
    }
  }
}

function serveCall<Context extends object>(
  app: FastifyInstance,
  call: AnyCall,
  handler: AnyHandler<Context>,
  door: Door<Context> & { gate: UploadGate },
): void {
  const callers = new WeakMap<FastifyRequest, { me: Me | undefined; exchange: Exchange }>();
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    config: { unexpected: call.unexpected },
    ...(call.kind === "stream" ? {} : { schema: { response: { 200: wireSchema(call.answers) } } }),
    // Before the body is read: a stranger learns nothing from a refusal of their input.
    onRequest: async (request, reply) => {
      if (call.method !== "GET" && !door.isSameOrigin(request)) fail("PERMISSION_DENIED");
      const exchange = door.openExchange(request, reply);
      const caller = await door.findCaller(exchange.sessionToken);
      const refusal = judgeAccess(call, caller);
      // Bytes that are not for a caller look as if they were not there.
      if (refusal) fail(call.kind === "stream" ? "NOT_FOUND" : refusal);
      const { hadSession, hasJustEnded } = caller.me ? NO_SESSION : caller;
      callers.set(request, { me: caller.me, exchange: { ...exchange, hadSession, hasJustEnded } });
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (!caller) throw new Error("a request reached its handler without passing the door");
      const { input, discard } = await readInput(call, request, door);
      try {
        const answer = await handler({ ...door.context, ...input, ...caller });
        if (call.kind === "stream") return sendBytes(reply, answer as Bytes); // by HandlersOf, a stream handler answers Bytes
        if (door.isStrictAboutAnswers) z.encode(call.answers, answer);
        return answer;
      } finally {
        await discard();
      }
    },
  });
}

function judgeAccess({ access }: AnyCall, caller: Caller): ErrorCode | undefined {
  if (access === "public") return undefined;
  if (access === "guest") return caller.me ? "PERMISSION_DENIED" : undefined;
  if (!caller.me) return caller.hadSession ? "AUTH_SESSION_EXPIRED" : "AUTH_NO_SESSION";
  return access === "admin" && !caller.me.isAdmin ? "ADMIN_ONLY" : undefined;
}

type Reading = { spoolFolder: string; gate: UploadGate };

async function readInput(call: AnyCall, request: FastifyRequest, reading: Reading) {
  if (call.kind === "upload" && call.files) return readUpload(call, call.files, request, reading);
  const { params, query, body } = request;
  return { input: parseInput(call, { params, query, body }), discard: async () => {} };
}

async function readUpload(call: AnyCall, files: FileLimits, request: FastifyRequest, { spoolFolder, gate }: Reading) {
  const { params, query, headers, ip } = request;
  const leave = gate.enter({ address: ip, length: headers["content-length"] }, files.max * files.maxBytes);
  const { upload, refusal, discard } = await receiveUpload(request.raw, spoolFolder, files).finally(leave);
  try {
    if (!upload) throw refusal;
    return { input: { ...parseInput(call, { params, query, body: upload.data }), files: upload.files }, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

function sendBytes(reply: FastifyReply, { bytes, type, headers }: Bytes) {
  return reply.headers({ ...headers, "content-type": type, "content-length": bytes.byteLength }).send(bytes);
}
