import { type Logger, pino } from "pino";

export type Log = Logger;

/** Keys that may hold something personal or secret. The log never writes them. */
const SECRET = ["email", "password", "passwordHash", "token", "cookie", "authorization", "name", "bio", "text", "body"];

/**
 * Structured log of ids, codes and times. Request bodies, headers and texts of members are never passed to it; the
 * redaction below is a second safeguard.
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
  return {
    type: error.name,
    ...(code === undefined ? {} : { code, constraint, table }),
    ...(isFromDatabase(error) ? {} : { message: error.message }),
    // Only the frames: the text before them repeats the message.
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^ {4}at /.test(line))
      .join("\n"),
  };
}

/** Whether PostgreSQL itself refused: its errors carry a five-character SQLSTATE. */
export function isFromDatabase(error: unknown): boolean {
  return error instanceof Error && "code" in error && /^[0-9A-Z]{5}$/.test(String(error.code));
}
