import { formatCount } from "@caramelo/contract/formats/counts";
import { countCharacters, firstCharacters } from "@caramelo/contract/formats/graphemes";
import { CARD_NAME_CUT, CARD_NAME_MAX } from "@caramelo/contract/limits";
import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { DEMO_LABEL } from "@caramelo/contract/texts/common";
import { MANAGED_LABEL } from "@caramelo/contract/texts/profile";

type Role = ProfileCard["role"];

/**
 * A name as cards show it. Names of more than 15 characters are cut to 12 and an ellipsis. A flag counts as two,
 * because it is as wide as two letters.
 */
export function cutCardName(name: string): string {
  if ([...name].length <= CARD_NAME_MAX || countCharacters(name) < CARD_NAME_CUT) return name;
  return `${firstCharacters(name, CARD_NAME_CUT).trimEnd()}…`;
}

/** The badge text in the person's grammatical gender. */
export function verifiedWord(role: Role): string {
  return role === "daddy" ? "Verificado" : "Verificada";
}

/** The distance between two cities in words; undefined if the server gives none. */
export function distanceText(km: number | null): string | undefined {
  if (km === null) return undefined;
  return km === 0 ? "Na mesma cidade" : `${formatCount(km)} km`;
}

/**
 * Whether to show the message button. Not for admins, members of the same side, and managed profiles, which would not
 * answer.
 */
export function mayWriteTo(member: { isOppositeSide: boolean; isManaged: boolean }): boolean {
  return member.isOppositeSide && !member.isManaged;
}

export const WILDCARD_LABEL = "Cidade coringa";
export const WILDCARD_TEXT = "Esta pessoa aceita conhecer alguém de qualquer cidade; a cidade mostrada é a sua.";
export const PROMOTED_LABEL = "Destaque pago";

/** The labels of a managed profile or a demo member; most profiles have none. */
export function listLabels({ isManaged, isDemo }: Pick<ProfileCard, "isManaged" | "isDemo">): string[] {
  return [...(isManaged ? [MANAGED_LABEL] : []), ...(isDemo ? [DEMO_LABEL] : [])];
}
