import type { FastifyInstance } from "fastify";
import type { BodyBounds } from "./body-bounds.ts";
import { Failure } from "./failure.ts";
import { isBoundedJson } from "./json-rules.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The bounds of a body on this route. A route without bounds takes no body. */
    bodyBounds?: BodyBounds;
  }
}

/**
 * Parses JSON bodies, after a look at the bytes has shown that they nest no deeper and have no more values than their
 * call takes.
 */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const { bodyBounds } = request.routeOptions.config;
    // An unknown address is answered as not found, whatever body was sent to it.
    if (!bodyBounds) return done(null);
    if (!isBoundedJson(body, bodyBounds)) return done(new Failure("VALIDATION_ERROR"));
    // The parser answers by `done`, so its return value is not used.
    return void parseJson(request, body.toString("utf8"), done);
  });
  // `receiveUpload` reads uploads; Fastify only has to let them pass.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.removeContentTypeParser("text/plain");
}
