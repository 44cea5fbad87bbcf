type Person = { isAdmin: boolean };
type Access = "guest" | "member" | "admin";

/** The first screen after signing in. */
export const findStart = (user: Person): string => (user.isAdmin ? "/admin" : "/busca");

/** Where a screen redirects this visitor; undefined when they may stay. */
export function findRedirect(access: Access, user: Person | null): string | undefined {
  if (access === "guest") return user ? "/busca" : undefined;
  if (!user) return "/login";
  return access === "admin" && !user.isAdmin ? "/busca" : undefined;
}
