import { type ErrorCode, errorCatalogue } from "@caramelo/contract/call/errors";
import { FOREIGN_KEY_VIOLATION, isContention, isOutage, UNIQUE_VIOLATION } from "../database/contention.ts";
import { isStoreOutage } from "../storage/storage.ts";

type Details = { fields?: Record<string, string>; warnings?: string[]; retryAfterSeconds?: number };

/** An expected failure, which is answered with its catalogue entry. Handlers throw it through `fail`. */
export class Failure extends Error {
  code: ErrorCode;
  details: Details;
  constructor(code: ErrorCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }
}

export function fail(code: ErrorCode, details?: Details): never {
  throw new Failure(code, details);
}

/**
 * An unexpected error in a step for which the specification has its own error code. It is logged like any unexpected
 * error.
 */
export class UnexpectedError extends Error {
  code: ErrorCode;
  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Awaits a step. An unexpected error in it is answered with this code; a foreseen error is thrown unchanged. */
export async function doStep<T>(code: ErrorCode, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw foreseenFailure(error) ? error : new UnexpectedError(code, error);
  }
}

/** The body of a refusal: the code, an English message for developers, and the text for the member. */
export function failureBody({ code, details }: Failure, requestId: string) {
  return {
    code,
    message: code.toLowerCase().replaceAll("_", " "),
    userMessage: errorCatalogue[code].text,
    requestId,
    ...(details.fields && { details: { fields: details.fields } }),
    ...(details.warnings && { details: { warnings: details.warnings } }),
  };
}

// Fastify's own codes for refusing a malformed request.
const MALFORMED = /^FST_ERR_(CTP|VALIDATION|BAD_URL)/;

// Longer than any wait for a lock, so that the transaction in the way has ended by then.
const BUSY_SECONDS = 5;
// A database or a store that was killed is back within seconds.
const OUTAGE_SECONDS = 3;

/** Returns the catalogue's failure for a thrown value; undefined for an unexpected error, which must be logged. */
export function foreseenFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (isContention(error)) return new Failure("SERVICE_BUSY", { retryAfterSeconds: BUSY_SECONDS });
  if (isOutage(error) || isStoreOutage(error))
    return new Failure("SERVICE_UNAVAILABLE", { retryAfterSeconds: OUTAGE_SECONDS });
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") return new Failure("NOT_FOUND");
  // The client closed the connection within the body, so this answer is not read.
  if (code === "ECONNRESET" && error.message === "aborted") return new Failure("VALIDATION_ERROR");
  if (MALFORMED.test(code) || error instanceof SyntaxError) return new Failure("VALIDATION_ERROR");
  if (code === UNIQUE_VIOLATION) return new Failure("DB_UNIQUE_VIOLATION");
  if (code === FOREIGN_KEY_VIOLATION) return new Failure("DB_FOREIGN_KEY_VIOLATION");
  return undefined;
}
