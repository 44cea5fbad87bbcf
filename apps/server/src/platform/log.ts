import { type Logger, pino } from "pino";
import { openOutput } from "./output.ts";

export type Log = Logger;

/** Keys whose values may be personal or secret. The log leaves them out, down to the third level of an object. */
const SECRET = ["email", "password", "passwordHash", "token", "cookie", "authorization", "name", "bio", "text", "body"];

/**
 * A structured log of ids, codes and times. Request bodies, headers and texts of members must never be passed to it;
 * the redaction below is a second safeguard.
 */
export function openLog(level: string, destination: { write(line: string): void } = openOutput()): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), remove: true },
    serializers: { err: serializeError, error: serializeError },
  };
  return pino(options, destination);
}

/** Leaves out the message and the detail of a database error, because they may quote a member's row. */
export function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  // The cast only names fields that an error may have, and says nothing of their values.
  const { code, constraint, table } = error as { code?: unknown; constraint?: unknown; table?: unknown };
  return {
    type: error.name,
    ...(code === undefined ? {} : { code, constraint, table }),
    ...(isFromDatabase(error) ? {} : { message: error.message }),
    // Only the stack frames are kept, because the text before them repeats the message.
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^ {4}at /.test(line))
      .join("\n"),
  };
}

/** Whether the error is PostgreSQL's own: such errors carry a five-character SQLSTATE. */
export function isFromDatabase(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
