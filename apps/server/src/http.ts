import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { brand } from "@caramelo/contract/brand";
import { contract } from "@caramelo/contract/contract";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Config } from "./config.ts";
import { findCaller } from "./features/accounts/handlers/door.ts";
import { handlers } from "./handlers.ts";
import type { Context } from "./platform/context.ts";
import { answerClientError } from "./platform/http/client-error.ts";
import { boundClosing } from "./platform/http/closing.ts";
import { serveDocs } from "./platform/http/docs.ts";
import { Failure, foreseenFailure } from "./platform/http/failure.ts";
import { answerFailure, answerFailures } from "./platform/http/failures.ts";
import { serveHealth } from "./platform/http/health.ts";
import { isSameOrigin } from "./platform/http/origin.ts";
import { type Exchange, type PastSession, serveContract } from "./platform/http/serve-contract.ts";
import { clearedSessionCookie, readSessionToken, sessionCookie } from "./platform/http/session-cookie.ts";
import { DATA_MAX_BYTES } from "./platform/http/upload.ts";
import { uuidv7 } from "./platform/ids.ts";
import { registerPages } from "./platform/pages/pages.ts";
import { securityHeaders } from "./platform/pages/security-headers.ts";

// Long enough for five photos over a poor connection, short enough that nobody holds one open for nothing.
const REQUEST_TIMEOUT_MS = 5 * 60_000;
// A photo in hand is done by then, and whoever started us (a service manager, a container) still waits.
const CLOSE_GRACE_MS = 5_000;

type Options = {
  context: Context;
  config: Config;
  /** Folder of the web build; undefined serves the API alone. */
  pagesFolder: string | undefined;
  isStrictAboutAnswers: boolean;
};

/** The whole HTTP side: API, its documentation, health, and the pages. */
export async function openHttp({
  context,
  config,
  pagesFolder,
  isStrictAboutAnswers,
}: Options): Promise<FastifyInstance> {
  const spoolFolder = await openSpool(config.dataDir);
  const logger: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: DATA_MAX_BYTES,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => uuidv7(context.clock.now()),
    // What still arrives on an open connection while we stop is answered like anything else.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: answerClientError,
    // Who offers another protocol (h2c) is answered over this one, as if there had been no offer.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket" },
    frameworkErrors: answerBadAddress,
  });
  boundClosing(app, CLOSE_GRACE_MS);
  securityHeaders(app, config);
  answerFailures(app);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  serveContract(app, contract, handlers, {
    context,
    spoolFolder,
    isStrictAboutAnswers,
    findCaller: (token) => findCaller(context, token),
    isSameOrigin: (request) => isSameOrigin(request.headers, config),
    openExchange: (request, reply) => openExchange(request, reply, config),
  });
  serveDocs(app, contract, brand.name);
  serveHealth(app, context.db);
  if (pagesFolder) registerPages(app, { folder: pagesFolder, isHttps: config.isHttps, origin: config.origin });
  await app.ready();
  return app;
}

/** An address that cannot be decoded is not found. No hook runs for it, so its headers are set here. */
function answerBadAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff", "x-request-id": request.id });
  answerFailure(request, reply, foreseenFailure(error) ?? new Failure("SERVER_ERROR"));
}

/** Where uploads wait to be looked at. What an earlier run left there is nobody's. */
async function openSpool(dataDir: string): Promise<string> {
  const folder = join(dataDir, "spool");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await Promise.all((await readdir(folder)).map((file) => rm(join(folder, file), { force: true })));
  return folder;
}

function openExchange(request: FastifyRequest, reply: FastifyReply, config: Config): Omit<Exchange, keyof PastSession> {
  return {
    address: request.ip,
    userAgent: (request.headers["user-agent"] ?? "").slice(0, 300),
    sessionToken: readSessionToken(request.headers.cookie, config),
    setSession: (token, isRemembered) => void reply.header("set-cookie", sessionCookie(token, isRemembered, config)),
    clearSession: () => void reply.header("set-cookie", clearedSessionCookie(config)),
  };
}
