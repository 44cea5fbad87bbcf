import type { FastifyInstance } from "fastify";
import { fail } from "./failure.ts";
import { hasTwoHosts } from "./forwarded-rules.ts";

/** The option of Node's HTTP server that goes with `replaceNodeAnswers`. */
export const NODE_ANSWERS = { requireHostHeader: false };

/**
 * Node itself would refuse requests without a Host and those with an unknown expectation, in answers without our headers
 * and words. The first are refused here, and so are those with two Hosts, of which Node reads the first. An expectation
 * may be ignored (RFC 9110, 10.1.1), so the second are answered like any other.
 */
export function replaceNodeAnswers(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw, headers }) => {
    if (headers.host === undefined && raw.httpVersion === "1.1") fail("VALIDATION_ERROR");
    if (hasTwoHosts(raw.rawHeaders)) fail("VALIDATION_ERROR");
  });
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
}
