import { type ErrorCode, errorCatalogue } from "@caramelo/contract/errors";
import { FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from "../database/violations.ts";

type Details = { fields?: Record<string, string>; retryAfterSeconds?: number };

/** An expected failure: it leaves as its catalogue entry. Thrown only through `fail`. */
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

/** A failure that nobody foresaw, at a step that the specification has words for. It is looked into like any other. */
export class NamedMishap extends Error {
  code: ErrorCode;
  constructor(code: ErrorCode, cause: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** Does a step; should it break in a way that nobody foresaw, the member reads this code's words. */
export async function doStep<T>(code: ErrorCode, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    throw foreseenFailure(error) ? error : new NamedMishap(code, error);
  }
}

/** What leaves the server for a failure: the code, an English message for developers, the member's words. */
export function failureBody({ code, details }: Failure, requestId: string) {
  return {
    code,
    message: code.toLowerCase().replaceAll("_", " "),
    userMessage: errorCatalogue[code].text,
    requestId,
    ...(details.fields && { details: { fields: details.fields } }),
  };
}

// Fastify's own refusals of a request that is not well-formed.
const MALFORMED = /^FST_ERR_(CTP|VALIDATION|BAD_URL)/;

/** The catalogue's failure for anything thrown; undefined when it was not foreseen and must be looked into. */
export function foreseenFailure(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (code === "FST_ERR_BAD_URL" || code === "FST_ERR_MAX_PARAM_LENGTH") return new Failure("NOT_FOUND");
  if (MALFORMED.test(code) || error instanceof SyntaxError) return new Failure("VALIDATION_ERROR");
  if (code === UNIQUE_VIOLATION) return new Failure("DB_UNIQUE_VIOLATION");
  if (code === FOREIGN_KEY_VIOLATION) return new Failure("DB_FOREIGN_KEY_VIOLATION");
  return undefined;
}
