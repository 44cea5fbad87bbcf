import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isContention, isOutage } from "../database/contention.ts";
import { isFromDatabase } from "../log.ts";
import { isStoreOutage } from "../storage/storage.ts";
import { Failure, failureBody, foreseenFailure, UnexpectedError } from "./failure.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The code that answers an unexpected error of this route. */
    unexpected?: ErrorCode;
    /** The name of the route's call, such as "messaging.send". */
    call?: string;
    /** Whether its duration measures this server, not the network of the browser. */
    isTimed?: boolean;
  }
  interface FastifyReply {
    /** The failure code of this answer. */
    failureCode: ErrorCode | undefined;
  }
}

/** Answers every failure with its catalogue entry. An unexpected error is logged with the request's id. */
export function answerFailures(app: FastifyInstance): void {
  app.decorateReply("failureCode", undefined);
  app.setNotFoundHandler((request, reply) => answerFailure(request, reply, new Failure("NOT_FOUND")));
  app.setErrorHandler((error, request, reply) => {
    const foreseen = foreseenFailure(error);
    const err = error instanceof UnexpectedError ? error.cause : error;
    const facts = { err, requestId: request.id, route: request.routeOptions.url };
    if (!foreseen) request.log.error(facts, "unexpected");
    else if (isOutage(err) || isStoreOutage(err)) request.log.error(facts, "unavailable");
    else if (isContention(error)) request.log.warn(facts, "busy");
    // Handlers turn the violations that they expect into failures, so a violation that arrives here is worth a warning.
    else if (isFromDatabase(error)) request.log.warn(facts, "constraint");
    const unexpected =
      error instanceof UnexpectedError ? error.code : (request.routeOptions.config.unexpected ?? "SERVER_ERROR");
    return answerFailure(request, reply, foreseen ?? new Failure(unexpected));
  });
}

export function answerFailure(request: FastifyRequest, reply: FastifyReply, failure: Failure) {
  const { retryAfterSeconds } = failure.details;
  reply.failureCode = failure.code;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
  return reply
    .status(errorCatalogue[failure.code].status || 500)
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(failureBody(failure, request.id));
}
