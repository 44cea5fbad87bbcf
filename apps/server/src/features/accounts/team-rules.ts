import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";

type Person = { id: string; role: StaffRole | null; suspendedAt: Date | null };

/** Whether there would still be an active owner if this person were no owner any more. */
export function mayLoseOwner(team: readonly Person[], id: string): boolean {
  return team.some((person) => person.id !== id && person.role === "owner" && person.suspendedAt === null);
}
