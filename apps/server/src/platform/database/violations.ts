/** Whether the database refused something because of this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint: broken } = error as { code?: unknown; constraint?: unknown }; // pg's DatabaseError has both
  return code === "23505" && broken === constraint;
}
