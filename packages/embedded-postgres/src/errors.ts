const CODES = ["IN_USE", "UNSUPPORTED_PLATFORM", "DISK_FULL", "FAILED"] as const;

export type EmbeddedPostgresCode = (typeof CODES)[number];
export type EmbeddedPostgresError = Error & { code: EmbeddedPostgresCode };

export function embeddedPostgresError(
  code: EmbeddedPostgresCode,
  message: string,
  cause?: unknown,
): EmbeddedPostgresError {
  return Object.assign(new Error(message, { cause }), { code });
}

export function isEmbeddedPostgresError(error: unknown): error is EmbeddedPostgresError {
  return error instanceof Error && "code" in error && CODES.some((code) => code === error.code);
}

/** Creates the error for reasons without a specific code. */
export function failure(message: string, cause?: unknown): EmbeddedPostgresError {
  return embeddedPostgresError("FAILED", message, cause);
}

/** Turns a failure of the file system or a program into an actionable sentence. */
export function asEmbeddedPostgresError(error: unknown, dataDir: string): EmbeddedPostgresError {
  if (isEmbeddedPostgresError(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (isAboutFullDisk(reason)) return diskFull(dataDir, error);
  return failure(`PostgreSQL could not be started for the data folder ${dataDir}: ${reason}`, error);
}

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return embeddedPostgresError(
    "DISK_FULL",
    `The disk that holds ${folder} is full: free some space and start again.`,
    cause,
  );
}

/** Whether a message reports a full disk. PostgreSQL and Node word it differently; both use English messages. */
export function isAboutFullDisk(text: string): boolean {
  return /No space left on device|Check free disk space|ENOSPC|Disk quota exceeded|EDQUOT/i.test(text);
}
