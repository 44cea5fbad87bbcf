import { type ErrorCode, errorCatalogue } from "@caramelo/contract/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isFromDatabase } from "../log.ts";
import { Failure, failureBody, foreseenFailure, NamedMishap } from "./failure.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What an unforeseen failure of this route is called. */
    unexpected?: ErrorCode;
  }
}

/** Every failure leaves as its catalogue entry; what nobody foresaw is logged under the request's id and told as such. */
export function answerFailures(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => answerFailure(request, reply, new Failure("NOT_FOUND")));
  app.setErrorHandler((error, request, reply) => {
    const foreseen = foreseenFailure(error);
    const err = error instanceof NamedMishap ? error.cause : error;
    const facts = { err, requestId: request.id, route: request.routeOptions.url };
    if (!foreseen) request.log.error(facts, "unexpected");
    // A handler that expects a broken constraint names it; one that reaches us is worth a look.
    else if (isFromDatabase(error)) request.log.warn(facts, "constraint");
    const unexpected =
      error instanceof NamedMishap ? error.code : (request.routeOptions.config.unexpected ?? "SERVER_ERROR");
    return answerFailure(request, reply, foreseen ?? new Failure(unexpected));
  });
}

export function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const { retryAfterSeconds } = failure.details;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  return reply
    .status(errorCatalogue[failure.code].status || 500)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(failureBody(failure, request.id));
}
