import type { StaffPermission } from "@caramelo/contract/accounts/staff-permissions";
import type { SessionUser } from "./session.ts";

/**
 * Whether the session gives a permission of staff. The server decides again at every call, and gives none but `ownAccess`
 * while a second factor that it asks for is missing.
 */
export function mayStaff({ staff }: Pick<SessionUser, "staff">, permission: StaffPermission): boolean {
  if (staff?.awaitsFactor && permission !== "ownAccess") return false;
  return staff?.permissions.includes(permission) ?? false;
}
