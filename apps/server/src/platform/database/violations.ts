/** PostgreSQL's codes (SQLSTATE) for what a constraint refuses. */
export const UNIQUE_VIOLATION = "23505";
export const FOREIGN_KEY_VIOLATION = "23503";

/** Whether the database refused something because of this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }; // pg's DatabaseError has both
  return code === UNIQUE_VIOLATION && broken === constraint;
}
