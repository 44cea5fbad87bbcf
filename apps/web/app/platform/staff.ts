import type { StaffPermission } from "@caramelo/contract/call/staff-permissions";
import type { SessionUser } from "./session.ts";

/**
 * Whether the session gives a permission of staff. The server checks again at every call. While a required second
 * factor is missing, it gives only `ownAccess`.
 */
export function mayStaff({ staff }: Pick<SessionUser, "staff">, permission: StaffPermission): boolean {
  if (staff?.awaitsFactor && permission !== "ownAccess") return false;
  return staff?.permissions.includes(permission) ?? false;
}
