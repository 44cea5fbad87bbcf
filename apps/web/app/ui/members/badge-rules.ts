import { BADGE_CAP } from "@caramelo/contract/limits";

/** The text of a count badge: empty for zero, at most "99+". */
export function badgeText(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count);
}
