import type { AccountType } from "@caramelo/contract/accounts/account";
import { shortEmail } from "@caramelo/contract/formats/short-email";
import { REMOVED_NAME } from "@caramelo/contract/personal-data/categories";

/** The role of a person towards others. Staff meet no members. */
export type Role = AccountType | "admin";

const OPPOSITE: Record<Role, readonly AccountType[]> = {
  baby: ["daddy", "mommy"],
  daddy: ["baby"],
  mommy: ["baby"],
  admin: [],
};

/** The roles that a member may meet; none for the staff. */
export function oppositeRoles(role: Role): readonly AccountType[] {
  return OPPOSITE[role];
}

export function isOppositeSide(role: Role, otherRole: Role): boolean {
  return OPPOSITE[role].some((role) => role === otherRole);
}

/** Returns the full years of age on a day. Both days are texts such as "2026-11-21". */
export function ageOn(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

type NamedRow = { id: string; name: string | null; email: string | null };

/**
 * A member in a row of the office, with a shortened address. Without a profile (`name` is null) the account is erased.
 */
export function presentNamed({ id, name, email }: NamedRow): NamedRow & { name: string } {
  return name === null ? { id, name: REMOVED_NAME, email: null } : { id, name, email: email && shortEmail(email) };
}
