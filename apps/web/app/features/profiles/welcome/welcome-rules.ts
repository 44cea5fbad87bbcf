import { emptyFilter, type ViewerRole, writeFilter } from "@caramelo/contract/discovery/address";
import { NEAR_KM, PHOTOS_MAX } from "@caramelo/contract/limits";
import { welcomeTexts } from "@caramelo/contract/texts/welcome";

/** A longer name is shortened to its first word, so that the greeting stays short. */
const NAME_AT_MOST = 20;

type Newcomer = { name: string; role: ViewerRole };

/** "Bem-vinda, Helena", in the member's grammatical gender: only daddies have the gender Masculino. */
export function greet({ name, role }: Newcomer): string {
  const calledName = name.length > NAME_AT_MOST ? name.split(" ", 1).join() : name;
  return `${role === "daddy" ? "Bem-vindo" : "Bem-vinda"}, ${calledName}`;
}

/** Title and text of the welcome. It does not claim that others can see a profile that is still hidden. */
export function describeWelcome(member: Newcomer, isVisible: boolean): { title: string; text: string } {
  const greeting = greet(member);
  if (!isVisible) return { title: greeting, text: welcomeTexts.notVisible };
  return { title: `${greeting}. ${welcomeTexts.onAir}`, text: welcomeTexts.seenByOthers };
}

/** The search around the member's city; the whole search without one. */
export function nearPath(role: ViewerRole, cityId: number | undefined): string {
  if (cityId === undefined) return "/busca";
  const filter = { ...emptyFilter(role), cityId, distanceKm: NEAR_KM };
  return `/busca?${new URLSearchParams(writeFilter(filter, role))}`;
}

/** The link to the member's own profile, which has the gallery. */
export function profileLink(photoCount: number): { to: string; label: string } {
  const label = photoCount < PHOTOS_MAX ? welcomeTexts.addPhotos : welcomeTexts.ownProfile;
  return { to: "/perfil", label };
}
