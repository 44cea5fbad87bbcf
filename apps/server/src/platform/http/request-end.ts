import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Ending } from "../metrics/metrics.ts";

/**
 * Calls back once for each request: when its answer was sent, or when the browser gave up before. Fastify's own hook
 * does not run for the latter.
 */
export function onRequestEnd(
  app: FastifyInstance,
  listener: (request: FastifyRequest, reply: FastifyReply, ending: Ending) => void,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.raw.once("close", () => listener(request, reply, endingOf(reply)));
    done();
  });
}

function endingOf({ raw, statusCode, failureCode }: FastifyReply): Ending {
  // An answer that was written counts, whether or not its reader is still there.
  if (!raw.writableEnded) return { result: "aborted", outcome: "aborted" };
  if (statusCode < 400) return { result: "ok", outcome: "ok" };
  return { result: statusCode < 500 ? "refused" : "failed", outcome: failureCode ?? String(statusCode) };
}
