/** PostgreSQL's codes (SQLSTATE) for violated constraints. */
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

const CHECK_VIOLATION = "23514";

/** Whether the error is a violation of this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, UNIQUE_VIOLATION, constraint);
}

export function isCheckViolation(error: unknown, constraint: string): boolean {
  return isViolation(error, CHECK_VIOLATION, constraint);
}

function isViolation(error: unknown, sqlState: string, name: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown }; // pg's DatabaseError has both
  return code === sqlState && constraint === name;
}
