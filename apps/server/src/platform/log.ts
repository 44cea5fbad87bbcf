import { type Logger, pino } from "pino";

export type Log = Logger;

/** Keys that may carry something personal or secret: never written, wherever they stand. */
const SECRET = ["email", "password", "passwordHash", "token", "cookie", "authorization", "name", "bio", "text", "body"];

/**
 * Structured log of ids, codes and times. Request bodies, headers and texts of members are never passed to it; the
 * redaction below is a second net.
 */
export function openLog(level: string, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
    serializers: { err: serializeError, error: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A database error's message and detail may quote a member's row: only its code and constraint are kept. */
export function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  const isFromDatabase = typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);
  return {
    type: error.name,
    ...(code === undefined ? {} : { code, constraint, table }),
    ...(isFromDatabase ? {} : { message: error.message }),
    stack: error.stack?.split("\n").slice(1).join("\n"),
  };
}
