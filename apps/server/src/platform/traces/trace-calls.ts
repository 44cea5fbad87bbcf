import type { FastifyInstance, FastifyRequest } from "fastify";
import { onRequestEnd } from "../http/request-end.ts";
import type { OpenSpan, Traces } from "./traces.ts";

/** Records a span for each request of the API, which includes the work of its handler. */
export function traceCalls(app: FastifyInstance, traces: Traces): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook("onRequest", (request, _reply, done) => {
    const { call } = request.routeOptions.config;
    if (call === undefined) return done();
    const span = traces.begin(call, { "request.id": request.id, "http.request.method": request.method });
    spans.set(request, span);
    span.run(done);
  });
  // The callbacks of body readers run outside of the span.
  app.addHook("preValidation", (request, _reply, done) => {
    const span = spans.get(request);
    if (span) span.run(done);
    else done();
  });
  onRequestEnd(app, (request, { statusCode }, { result, outcome }) => {
    const attributes = { "http.response.status_code": statusCode, outcome };
    spans.get(request)?.end(attributes, result === "failed" ? outcome : undefined);
  });
}
