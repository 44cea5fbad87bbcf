import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { fail } from "../http/failure.ts";
import type { Metrics } from "./metrics.ts";

/** Counts every answer by its call and outcome. Requests for pages and files are counted together. */
export function measureCalls(app: FastifyInstance, metrics: Metrics): void {
  app.addHook("onResponse", async ({ routeOptions }, reply) => {
    const { url, config } = routeOptions;
    const outcome = reply.failureCode ?? (reply.statusCode < 400 ? "ok" : String(reply.statusCode));
    metrics.countCall(
      config.call ?? (url?.startsWith("/api/webhooks/") ? "webhook" : "page"),
      outcome,
      reply.elapsedTime / 1_000,
    );
  });
}

/** Serves /metrics to who has the token. To everybody else the address does not exist. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  const wanted = digest(`Bearer ${token}`);
  app.get("/metrics", async ({ headers }, reply) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ""), wanted)) fail("NOT_FOUND");
    const { type, text } = await metrics.write();
    return reply.header("cache-control", "no-store").type(type).send(text);
  });
}

/** Texts of any length are compared in constant time by their digests. */
const digest = (text: string) => createHash("sha256").update(text).digest();
