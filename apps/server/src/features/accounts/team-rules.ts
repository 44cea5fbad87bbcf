import type { StaffRole } from "@caramelo/contract/call/staff-permissions";

type Person = { id: string; role: StaffRole | null; suspendedAt: Date | null; isInvited: boolean };

/** Whether somebody is an owner who can come in: one who was only invited may never do so. */
export function isActiveOwner({ role, suspendedAt, isInvited }: Person): boolean {
  return role === "owner" && suspendedAt === null && !isInvited;
}

/** Whether there would still be an active owner if this person were no owner any more. */
export function mayLoseOwner(team: readonly Person[], id: string): boolean {
  return team.some((person) => person.id !== id && isActiveOwner(person));
}
