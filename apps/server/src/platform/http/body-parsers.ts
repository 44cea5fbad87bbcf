import type { FastifyInstance } from "fastify";
import type { BodyBounds } from "./body-bounds.ts";
import { Failure } from "./failure.ts";
import { isBoundedJson } from "./json-rules.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a body of this route may have; a route without them takes none. */
    bodyBounds?: BodyBounds;
  }
}

/** Parses the JSON of calls, once its bytes have shown that it nests and counts no more than its call takes. */
export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    const { bodyBounds } = request.routeOptions.config;
    // An address that is not there is answered whatever was sent to it.
    if (!bodyBounds) return done(null);
    if (!isBoundedJson(body, bodyBounds)) return done(new Failure("VALIDATION_ERROR"));
    // It answers by `done`.
    return void parseJson(request, body.toString("utf8"), done);
  });
  // Uploads are read by `receiveUpload`; Fastify only has to let them pass.
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null));
  app.removeContentTypeParser("text/plain");
}
