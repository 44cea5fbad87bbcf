import type { AnyCall, Changed } from "@caramelo/contract/call/call";
import { MEMBER_HEADER } from "@caramelo/contract/call/member-header";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import { retryContention } from "../database/contention.ts";
import type { RateLimits } from "../limits/rate-limit.ts";
import { judgeAccess, judgeSpeaker } from "./access-rules.ts";
import type { BodyBounds } from "./body-bounds.ts";
import type { Caller, Exchange, Me, PastSession } from "./caller.ts";
import { fail, foreseenFailure } from "./failure.ts";
import type { PublishChange } from "./handlers-of.ts";
import { readInput } from "./read-input.ts";
import { chargeRefusedBody, limitsForHandler, takeBody, takeLimits } from "./take-limits.ts";
import type { UploadGate } from "./upload-gate.ts";
import { serializeLater } from "./wire-schema.ts";
import { type Bytes, isWritten, sendBytes, sendWritten } from "./written-answer.ts";

export type AnyHandler<Context> = (
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
  /** Staff whose session has no second factor may only set one up. */
  requiresFactor: boolean;
  /** Publishes a change to all open browsers of a member. */
  publishChanged(memberId: string, what: Changed): void;
  /** Records that a member has written, so that no replica answers without it; undefined without replicas. */
  noteWrite?: ((memberId: string) => Promise<void>) | undefined;
  now(): Date;
  findCaller(token: string | undefined, address: string): Promise<Caller>;
  /** Whether the site that sent a request may make it. */
  mayRequest(request: FastifyRequest): boolean;
  openExchange(request: FastifyRequest, reply: FastifyReply): Omit<Exchange, keyof PastSession>;
};

/** Registers one call below /api. */
export function serveCall<Context extends object>(
  app: FastifyInstance,
  call: AnyCall,
  handler: AnyHandler<Context>,
  deps: ServerDeps<Context> & { name: string; gate: UploadGate; bounds: BodyBounds },
): void {
  const changes = call.changes === "none" ? {} : call.changes;
  const publishChange: PublishChange = (memberIds) => {
    const what = changes.named;
    if (what) for (const memberId of memberIds) deps.publishChanged(memberId, what);
  };
  const callers = new WeakMap<FastifyRequest, { me: Me | undefined; exchange: Exchange }>();
  const hasBody = call.method !== "GET";
  const noteWrite = hasBody ? deps.noteWrite : undefined;
  /** The requests whose body has been counted, but neither accepted nor refused yet. */
  const unreadRequests = new WeakSet<FastifyRequest>();
  app.route({
    method: call.method,
    url: `/api${call.path}`,
    // A longer body is refused by its announced length, or as soon as it exceeds the limit.
    bodyLimit: deps.bounds.bytes,
    config: {
      call: deps.name,
      isTimed: call.kind !== "upload" && call.kind !== "stream",
      unexpected: call.unexpected,
      isUpload: call.kind === "upload",
      bodyBounds: deps.bounds,
    },
    ...(call.kind === "stream" ? {} : serializeLater(call.answers)),
    // Access is checked before the body is read, so that a caller without access learns nothing about the input.
    onRequest: async (request, reply) => {
      if (!deps.mayRequest(request)) fail("PERMISSION_DENIED");
      const exchange = deps.openExchange(request, reply);
      const caller = await retry(request, () => deps.findCaller(exchange.sessionToken, exchange.address));
      const { hadSession, hasJustEnded } = caller.me ? { hadSession: false, hasJustEnded: false } : caller;
      callers.set(request, { me: caller.me, exchange: { ...exchange, hadSession, hasJustEnded } });
      const refusal =
        judgeAccess(call, caller, deps.requiresFactor) ?? judgeSpeaker(call, caller, request.headers[MEMBER_HEADER]);
      // A file that the caller may not read looks as if it did not exist.
      if (refusal) fail(call.kind === "stream" ? "NOT_FOUND" : refusal);
      if (hasBody) {
        await takeBody(deps.limits, { call, me: caller.me, address: exchange.address });
        unreadRequests.add(request);
      }
    },
    onError: async (request, _reply, error) => {
      const caller = callers.get(request);
      logRefusal(request, caller?.me, error);
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
        const handling = retry(request, () =>
          handler({ ...deps.context, ...input, ...ofUpload, ...caller, limits, publishChange }),
        );
        const { me } = caller;
        // A failing handler may already have committed something.
        const answer = await (noteWrite && me ? handling.finally(() => noteWrite(me.id)) : handling);
        if (caller.me && changes.caller) deps.publishChanged(caller.me.id, changes.caller);
        // The cast is safe: no handler of a `stream` call answers anything but bytes, although its type allows more.
        if (call.kind === "stream") return sendBytes(reply, answer as Bytes);
        if (isWritten(answer)) return sendWritten(reply, call, answer, deps.isStrictAboutAnswers);
        if (deps.isStrictAboutAnswers) z.encode(call.answers, answer);
        return answer;
      } finally {
        await discard();
      }
    },
  });
}

/**
 * Runs the work once more after contention. What a handler committed before is done again, so handlers must be safe to
 * repeat.
 */
function retry<T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  const facts = { requestId: request.id, route: request.routeOptions.url };
  return retryContention(work, (err) => request.log.warn({ err, ...facts }, "busy, tried again"));
}

const REFUSALS: ReadonlySet<string> = new Set(["PERMISSION_DENIED", "ADMIN_ONLY", "SECOND_FACTOR_MISSING"]);

/** Logs an attempt without permission. Guests are not logged, or anybody could fill the log. */
function logRefusal(request: FastifyRequest, me: Me | undefined, error: unknown): void {
  const code = foreseenFailure(error)?.code;
  if (!me || code === undefined || !REFUSALS.has(code)) return;
  request.log.warn({ requestId: request.id, route: request.routeOptions.url, code, member: me.id }, "refused access");
}

/**
 * Returns a signal that is aborted when the connection closes. Fastify's own signal is aborted as soon as the request
 * has been read.
 */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed || raw.closed) controller.abort();
  raw.once("close", () => controller.abort());
  return controller.signal;
}
