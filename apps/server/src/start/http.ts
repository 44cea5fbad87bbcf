import { brand } from "@caramelo/contract/brand/brand";
import { contract } from "@caramelo/contract/contract";
import { isUnreachable } from "@caramelo/contract/operator/site-settings";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { UNSUBSCRIBE_PATH } from "../base/mail/unsubscribe-rules.ts";
import { findCaller } from "../features/accounts/session-check.ts";
import { receiveWebhook } from "../features/billing/receive-webhook.ts";
import { unsubscribe } from "../features/member-settings/commands.ts";
import type { Context } from "../platform/context.ts";
import { BODY_MAX_BYTES } from "../platform/http/body-bounds.ts";
import { answerClientError, NODE_ANSWERS, replaceNodeAnswers } from "../platform/http/client-error.ts";
import { boundClosing, boundConnections, endStalledReaders } from "../platform/http/connections.ts";
import { serveDocs } from "../platform/http/docs.ts";
import { openExchange } from "../platform/http/exchange.ts";
import { Failure, foreseenFailure } from "../platform/http/failure.ts";
import { answerFailure, answerFailures } from "../platform/http/failures.ts";
import { serveHealth } from "../platform/http/health.ts";
import { findOrigin, mayRequest } from "../platform/http/origin.ts";
import { bareAddresses, openRequestIds } from "../platform/http/proxy-rules.ts";
import { serveContract } from "../platform/http/serve-contract.ts";
import { sessionCookieName } from "../platform/http/session-cookie.ts";
import { CONNECTIONS_CHECK_MS, cutSlowRequests, HEADERS_WITHIN_MS } from "../platform/http/slow-requests.ts";
import { prepareSpool } from "../platform/http/spool.ts";
import { serveUnsubscribe } from "../platform/http/unsubscribe.ts";
import { serveWebhooks } from "../platform/http/webhooks.ts";
import { uuidv7 } from "../platform/ids.ts";
import type { RateLimits } from "../platform/limits/rate-limit.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { measureCalls, serveMetrics } from "../platform/metrics/serve-metrics.ts";
import { registerPages } from "../platform/pages/pages.ts";
import { serveSecurityContact } from "../platform/pages/security-contact.ts";
import { listSecurityHeaders, securityHeaders } from "../platform/pages/security-headers.ts";
import { placeOf } from "../platform/storage/inventory.ts";
import { traceCalls } from "../platform/traces/trace-calls.ts";
import type { Traces } from "../platform/traces/traces.ts";
import type { Config } from "./config.ts";
import { openFirstAnswers } from "./first-answers.ts";
import { handlers } from "./handlers.ts";

// Long enough for five compressed photos at the lowest accepted speed; other requests end much earlier.
const REQUEST_TIMEOUT_MS = 15 * 60_000;
// By then a photo in progress is done, and the service manager or container that started the process is still waiting.
const CLOSE_GRACE_MS = 5_000;

type Options = {
  context: Context;
  config: Config;
  limits: RateLimits;
  metrics: Metrics | undefined;
  traces: Traces | undefined;
  /** Folder of the web build; undefined serves the API alone. */
  pagesFolder: string | undefined;
  isStrictAboutAnswers: boolean;
  isStopping?: () => boolean;
};

/**
 * Opens the whole HTTP side: the API, its documentation, webhooks, health, and the pages. A worker has only its health
 * and its metrics.
 */
export async function openHttp(options: Options): Promise<FastifyInstance> {
  const { context, config, metrics, traces, isStopping } = options;
  // No hook runs for bytes that are not a request, so the handlers that answer them set these headers themselves.
  const hookless = listSecurityHeaders(config);
  const logger: FastifyBaseLogger = context.log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy ?? false,
    bodyLimit: BODY_MAX_BYTES,
    routerOptions: { maxParamLength: 200 },
    genReqId: openRequestIds(config.trustProxy, () => uuidv7(context.clock.now())),
    // Requests that still arrive on an open connection while the server stops are answered normally.
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, hookless),
    // An offer of another protocol (h2c) is ignored, and the request is answered over HTTP/1.1.
    http: {
      ...NODE_ANSWERS,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket",
      headersTimeout: HEADERS_WITHIN_MS,
      connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    },
    frameworkErrors: (error, request, reply) => answerBadAddress(error, request, reply.headers(hookless)),
  });
  // The first hook, because every reader of the client's address reads it from this header each time.
  app.addHook("onRequest", async ({ headers }) => {
    const forwarded = headers["x-forwarded-for"];
    if (typeof forwarded === "string") headers["x-forwarded-for"] = bareAddresses(forwarded);
  });
  replaceNodeAnswers(app);
  boundClosing(app, CLOSE_GRACE_MS);
  cutSlowRequests(app, hookless);
  endStalledReaders(app);
  if (!config.trustProxy) boundConnections(app.server, config.connectionsPerAddress);
  securityHeaders(app, config);
  answerFailures(app);
  if (traces) traceCalls(app, traces);
  if (metrics) measureCalls(app, metrics);
  app.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    if (request.url.startsWith("/api/") && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  serveHealth(app, context.db, isStopping);
  if (metrics && config.metricsToken) serveMetrics(app, metrics, config.metricsToken);
  if (config.role !== "worker") await serveSite(app, options);
  await app.ready();
  return app;
}

async function serveSite(
  app: FastifyInstance,
  { context, config, limits, pagesFolder, isStrictAboutAnswers }: Options,
): Promise<void> {
  // Another process on the same folder may be receiving uploads, so only older files are removed.
  const olderThan = new Date(context.clock.now().getTime() - (config.redisUrl === undefined ? 0 : REQUEST_TIMEOUT_MS));
  const spoolFolder = await prepareSpool(placeOf(config.dataDir, "uploads"), olderThan);
  serveContract(app, contract, handlers, {
    context,
    limits,
    spoolFolder,
    isStrictAboutAnswers,
    requiresFactor: context.site.requiresFactor,
    publishChanged: (memberId, what) => context.live.publish(memberId, "changed", { what }),
    noteWrite: context.replicas?.noteWrite,
    now: () => context.clock.now(),
    findCaller: (token, address) => findCaller(context, token, address),
    mayRequest: (request) => mayRequest(request, config),
    openExchange: (request, reply) => openExchange(request, reply, config),
  });
  serveWebhooks(app, limits, (provider, webhook) => receiveWebhook(context, provider, webhook));
  serveUnsubscribe(app, {
    path: UNSUBSCRIBE_PATH,
    settingsPath: "/configuracoes",
    limits,
    unsubscribe: (of) => unsubscribe(context, of),
  });
  const { isHttps, origin } = config;
  const site = { origin: context.site.origin, sessionCookie: sessionCookieName(config) };
  serveDocs(app, contract, { title: brand.name, limits, site });
  const originOf = ({ headers }: FastifyRequest) => findOrigin(headers, config);
  serveSecurityContact(app, { emailOf: securityEmail, originOf, now: () => context.clock.now() });
  const findFirstAnswers = openFirstAnswers(app, { config, clock: context.clock });
  if (pagesFolder) registerPages(app, { folder: pagesFolder, isHttps, origin, originOf, findFirstAnswers });
}

/** The address for security reports; undefined while the site has none that reaches a person, as in the demo. */
const securityEmail = () => (isUnreachable(brand.supportEmail) ? undefined : brand.supportEmail);

/** Answers an address that cannot be decoded. */
function answerBadAddress(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
  answerFailure(request, reply, foreseenFailure(error) ?? new Failure("SERVER_ERROR"));
}
