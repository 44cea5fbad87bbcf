import { SEED_MAX } from "@caramelo/contract/limits";

/** A whole number from 0 to SEED_MAX for a chance of 0 (included) to 1 (not). */
export function seedOf(chance: number): number {
  return Math.floor(chance * (SEED_MAX + 1));
}

export type BannerKind = "highlight" | "premium";

type Viewer = { role: "baby" | "daddy" | "mommy" | "admin"; isPremium: boolean };

/** What a member may buy to be met sooner; undefined: nothing is offered. */
export function chooseBanner({ role, isPremium }: Viewer): BannerKind | undefined {
  if (role === "baby") return "highlight";
  return role === "admin" || isPremium ? undefined : "premium";
}

/** How many cards stand above the banner: whole rows of two columns; with three and five, the next ones move up. */
export const CARDS_ABOVE_BANNER = 4;

/** What a screen reader hears when more profiles arrive. */
export function countText(count: number, isEnd: boolean): string {
  const shown = count === 1 ? "1 perfil na lista" : `${count} perfis na lista`;
  return isEnd ? `${shown}. Fim da lista.` : `${shown}.`;
}
