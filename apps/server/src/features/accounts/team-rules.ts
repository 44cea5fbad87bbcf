import type { StaffRole } from "@caramelo/contract/accounts/staff-permissions";

type Person = { id: string; role: StaffRole | null; suspendedAt: Date | null };

/** Whether the staff would still have an active owner if this person were none any more. */
export function mayLoseOwner(team: readonly Person[], id: string): boolean {
  return team.some((person) => person.id !== id && person.role === "owner" && person.suspendedAt === null);
}
