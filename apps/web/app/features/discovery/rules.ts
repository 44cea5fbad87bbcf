import type { DiscoveryTab } from "@caramelo/contract/discovery/address";
import { countWords } from "@caramelo/contract/formats/counts";
import { SEED_MAX } from "@caramelo/contract/limits";

/** Turns a random number from 0 (included) to 1 (excluded) into an integer from 0 to SEED_MAX. */
export function seedOf(chance: number): number {
  return Math.floor(chance * (SEED_MAX + 1));
}

type Counts = { all: number; highlighted: number; new: number };

/** The number of profiles of a tab; undefined until the counts are loaded. */
export function countOf(counts: Counts | undefined, tab: DiscoveryTab): number | undefined {
  if (tab === "todos") return counts?.all;
  return tab === "destaque" ? counts?.highlighted : counts?.new;
}

export type BannerKind = "highlight" | "premium";
/** The offer among the profiles: something to buy, or a hint about the member's own profile. */
export type OfferKind = BannerKind | "profile";

type Viewer = { role: "baby" | "daddy" | "mommy" | "admin"; isPremium: boolean };

/** What this member can buy; undefined when there is nothing to sell. */
export function chooseBanner({ role, isPremium }: Viewer): BannerKind | undefined {
  if (role === "baby") return "highlight";
  return role === "admin" || isPremium ? undefined : "premium";
}

/** Returns the offer to this member. Nothing is sold to newcomers; the server says who is one. */
export function chooseOffer(viewer: Viewer & { isNewcomer: boolean }): OfferKind | undefined {
  return viewer.isNewcomer ? "profile" : chooseBanner(viewer);
}

/** The number of cards above the banner: four rows of two. With more columns, the next cards fill the last row. */
export const CARDS_ABOVE_BANNER = 8;

/**
 * How many skeleton cards to show below the loaded ones: at least two rows (three in an empty list), and as many as the
 * list needs to reach `reserved`, its length when the member left it.
 */
export function countAhead(shownCount: number, reserved: number, columns: number): number {
  const rows = shownCount === 0 ? 3 : 2;
  return Math.max(rows * columns, reserved - shownCount);
}

/** What a screen reader announces when more profiles arrive. */
export function countText(count: number, isEnd: boolean): string {
  const countText = countWords(count, "perfil na lista", "perfis na lista");
  return isEnd ? `${countText}. Fim da lista.` : `${countText}.`;
}
