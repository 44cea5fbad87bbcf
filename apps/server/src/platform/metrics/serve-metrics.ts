import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fail } from "../http/failure.ts";
import { onRequestEnd } from "../http/request-end.ts";
import type { Metrics } from "./metrics.ts";

/** Counts every request by its call and ending. Requests for pages and files are counted together. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  onRequestEnd(app, ({ routeOptions }, { elapsedTime }, ending) => {
    const { url, config } = routeOptions;
    const name = config.call ?? (url?.startsWith("/api/webhooks/") ? "webhook" : "page");
    metrics.countCall(name, ending, config.isTimed ? elapsedTime / 1_000 : undefined);
  });
}

/** Serves /metrics to requests with the token. All others are answered like a missing address of the API. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const expectedDigest = digest(`Bearer ${token}`);
  app.get("/metrics", async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ""), expectedDigest)) fail("NOT_FOUND");
    const { type, text } = await metrics.write();
    return reply.header("cache-control", "no-store").type(type).send(text);
  });
}

/** Texts of any length are compared in constant time by their digests. */
const digest = (text: string) => createHash("sha256").update(text).digest();
