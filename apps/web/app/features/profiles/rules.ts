import { CARD_NAME_CUT, CARD_NAME_MAX } from "@caramelo/contract/limits";
import type { ProfileCard } from "@caramelo/contract/profiles";

type Role = ProfileCard["role"];

/** A name as a card shows it: more than 15 characters are cut to the first 12 and an ellipsis. */
export function cutCardName(name: string): string {
  const characters = [...name];
  if (characters.length <= CARD_NAME_MAX) return name;
  return `${characters.slice(0, CARD_NAME_CUT).join("").trimEnd()}…`;
}

export const accountTypeNames: Record<Role, string> = {
  baby: "Sugar Baby",
  daddy: "Sugar Daddy",
  mommy: "Sugar Mommy",
};

/** The badge agrees with the person. */
export function verifiedWord(role: Role): string {
  return role === "daddy" ? "Verificado" : "Verificada";
}

/** How far away somebody lives, from city to city; undefined when it is not told. */
export function distanceText(km: number | null): string | undefined {
  if (km === null) return undefined;
  return km === 0 ? "Na mesma cidade" : `${km.toLocaleString("pt-BR")} km`;
}

/** Whether the message button stands there: not for admins and one's own side, and nobody answers for a managed profile. */
export function mayWriteTo(member: { isOppositeSide: boolean; isManaged: boolean }): boolean {
  return member.isOppositeSide && !member.isManaged;
}

export const chatPath = (memberId: string): string => `/mensagens?userId=${memberId}`;

export const WILDCARD_LABEL = "Cidade coringa";
export const WILDCARD_TEXT = "Esta pessoa aceita conhecer alguém de qualquer cidade; a cidade mostrada é a sua.";
export const PROMOTED_LABEL = "Destaque pago";

/** What the profile is besides a person's own, in words; none for most. */
export function listLabels({ isManaged, isDemo }: Pick<ProfileCard, "isManaged" | "isDemo">): string[] {
  return [...(isManaged ? ["Perfil gerenciado"] : []), ...(isDemo ? ["Perfil de demonstração"] : [])];
}

export const statusNames = {
  active: "Ativa",
  deactivated: "Desativada pela própria pessoa",
  suspended: "Suspensa pela equipe",
} as const;
