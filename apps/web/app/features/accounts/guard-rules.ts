type Person = { isAdmin: boolean };
type Access = "guest" | "member" | "admin";

/** Where somebody starts after signing in. */
export const startOf = (user: Person): string => (user.isAdmin ? "/admin" : "/busca");

/** Where a screen sends this visitor instead; undefined: they may stay. Whoever deactivated the account exits to `/`. */
export function findDetour(access: Access, user: Person | null, exit: "/login" | "/" = "/login"): string | undefined {
  if (access === "guest") return user ? "/busca" : undefined;
  if (!user) return exit;
  return access === "admin" && !user.isAdmin ? "/busca" : undefined;
}
