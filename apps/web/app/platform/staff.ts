import type { StaffPermission } from "@caramelo/contract/call/staff-permissions";
import type { SessionUser } from "./session.ts";

/**
 * Whether the session includes a permission of staff. The server checks again on every call. Without a required second
 * factor it includes only `ownAccess`.
 */
export function mayStaff({ staff }: Pick<SessionUser, "staff">, permission: StaffPermission): boolean {
  if (staff?.awaitsFactor && permission !== "ownAccess") return false;
  return staff?.permissions.includes(permission) ?? false;
}
