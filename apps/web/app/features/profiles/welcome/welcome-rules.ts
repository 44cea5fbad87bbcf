import { emptyFilter, type ViewerRole, writeFilter } from "@caramelo/contract/discovery/address";
import { NEAR_KM, PHOTOS_MAX } from "@caramelo/contract/limits";
import { welcomeTexts } from "@caramelo/contract/texts/welcome";

/** A name that is longer is shortened to its first word, so that the greeting stays one. */
const NAME_AT_MOST = 20;

type Newcomer = { name: string; role: ViewerRole };

/** "Bem-vinda, Helena", which agrees in gender with the member: only daddies are of the gender Masculino. */
export function greet({ name, role }: Newcomer): string {
  const calledName = name.length > NAME_AT_MOST ? name.split(" ", 1).join() : name;
  return `${role === "daddy" ? "Bem-vindo" : "Bem-vinda"}, ${calledName}`;
}

/** Title and text of the welcome. It does not claim that others see a profile which they cannot see yet. */
export function describeWelcome(member: Newcomer, isVisible: boolean): { title: string; text: string } {
  const greeting = greet(member);
  if (!isVisible) return { title: greeting, text: welcomeTexts.notVisible };
  return { title: `${greeting}. ${welcomeTexts.onAir}`, text: welcomeTexts.seenByOthers };
}

/** The search around the member's own city; the whole search where they have none. */
export function nearPath(role: ViewerRole, cityId: number | undefined): string {
  if (cityId === undefined) return "/busca";
  const filter = { ...emptyFilter(role), cityId, distanceKm: NEAR_KM };
  return `/busca?${new URLSearchParams(writeFilter(filter, role))}`;
}

/** The link to the own profile, which holds the gallery. */
export function profileLink(photoCount: number): { to: string; label: string } {
  const label = photoCount < PHOTOS_MAX ? welcomeTexts.addPhotos : welcomeTexts.ownProfile;
  return { to: "/perfil", label };
}
