import { BADGE_CAP } from "@caramelo/contract/limits";

/** The text of a count badge: nothing for zero, "99+" at most. */
export function badgeText(count: number): string | undefined {
  if (count <= 0) return undefined;
  return count > BADGE_CAP ? `${BADGE_CAP}+` : String(count);
}
