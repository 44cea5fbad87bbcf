import type { AccountType, Gender } from "@caramelo/contract/accounts/account";
import { AGE_MAX } from "@caramelo/contract/limits";
import { ABOUT_NAMES, type AboutName } from "@caramelo/contract/profiles/about";
import type { MemberStatus, OwnPhoto, OwnProfile } from "@caramelo/contract/profiles/calls";
import type { PhotoFacts } from "../../platform/context.ts";
import { balanceOf, isHighlightedAt, isPremiumAt, premiumEnd } from "../billing/rules.ts";
import { ageOn, type Presentation, presentPhoto } from "../people/rules.ts";

type Role = AccountType | "admin";

const OPPOSITE: Record<Role, readonly AccountType[]> = {
  baby: ["daddy", "mommy"],
  daddy: ["baby"],
  mommy: ["baby"],
  admin: [],
};

/** The roles that a member may meet; none for the team. */
export function oppositeRoles(role: Role): readonly AccountType[] {
  return OPPOSITE[role];
}

export function isOppositeSide(one: Role, other: Role): boolean {
  return OPPOSITE[one].some((role) => role === other);
}

/**
 * What saving an age changes: nothing once a verified birth date fixes it. An age that equals the shown one changes nothing, so that it goes on growing from the day
 * it was stated. A form accepts no age above 99, so for older members 99 counts as the shown age.
 */
export function restateAge(
  age: number,
  { birthOn, estimatedBirthOn }: { birthOn: string | null; estimatedBirthOn: string | null },
  today: string,
): { statedAge: number; ageStatedOn: string } | undefined {
  if (birthOn !== null) return undefined;
  const shown = estimatedBirthOn === null ? undefined : Math.min(ageOn(estimatedBirthOn, today), AGE_MAX);
  if (age === shown) return undefined;
  return { statedAge: age, ageStatedOn: today };
}

type Viewer = { id: string; role: Role };
type Seen = { id: string; role: Role; isActive: boolean; isHiddenPair: boolean; hasConversation: boolean };

/** Whether a viewer may open a profile. The team may open every profile of a member; nobody may open the team's. */
export function maySeeProfile(viewer: Viewer, profile: Seen): boolean {
  if (profile.role === "admin") return false;
  if (viewer.role === "admin" || viewer.id === profile.id) return true;
  if (!profile.isActive || profile.isHiddenPair) return false;
  return isOppositeSide(viewer.role, profile.role) || profile.hasConversation;
}

export function presentOwnPhoto(
  photo: PhotoFacts & { id: string },
  presentation: Pick<Presentation, "photoLinks" | "now">,
): OwnPhoto {
  return { id: photo.id, ...presentPhoto(photo, presentation) };
}

type Standing = {
  deactivatedAt: Date | null;
  suspendedAt: Date | null;
  bannedAt: Date | null;
  hiddenAt: Date | null;
  awaitsConfirmation: boolean;
};

/** The state of a profile as the team reads it; a suspended profile that was deactivated as well is suspended. */
export function statusOf(standing: Standing): MemberStatus {
  const { deactivatedAt, suspendedAt, bannedAt, hiddenAt, awaitsConfirmation } = standing;
  if (bannedAt) return "banned";
  if (suspendedAt) return "suspended";
  if (awaitsConfirmation) return "unconfirmed";
  if (deactivatedAt) return "deactivated";
  return hiddenAt ? "hidden" : "active";
}

/** The texts that a member wrote about themselves. */
export function pickAbout<Text>(facts: Record<AboutName, Text>): Record<AboutName, Text> {
  // One entry for each name.
  return Object.fromEntries(ABOUT_NAMES.map((name) => [name, facts[name]])) as Record<AboutName, Text>;
}

type OwnFacts = Pick<OwnProfile, "id" | "name" | "role" | AboutName | "isVerified" | "isWildcardCity"> & {
  gender: Gender | null;
  birthOn: string | null;
  estimatedBirthOn: string | null;
  cityId: number | null;
  createdAt: Date;
  hasCourtesyPremium: boolean | null;
  premiumUntil: Date | null;
  highlightedUntil: Date | null;
  tokens: number | null;
  conversations: number | null;
};

/** One's own profile; `joinedOn` is the day of `createdAt` in São Paulo. */
export function presentOwn(
  facts: OwnFacts,
  photos: (PhotoFacts & { id: string })[],
  presentation: Omit<Presentation, "viewerCityId"> & { joinedOn: string },
): OwnProfile {
  const { id, name, role, gender, isVerified, isWildcardCity, cityId } = facts;
  return {
    ...{ id, name, role, gender, isVerified, isWildcardCity },
    ...pickAbout(facts),
    age: facts.estimatedBirthOn === null ? null : ageOn(facts.estimatedBirthOn, presentation.today),
    isAgeFixed: facts.birthOn !== null,
    city: cityId === null ? null : { id: cityId, label: presentation.cityLabelOf(cityId) },
    memberSince: Number(presentation.joinedOn.slice(0, 4)),
    isPremium: isPremiumAt(facts, presentation.now),
    isHighlighted: isHighlightedAt(facts, presentation.now),
    balance: balanceOf(facts, presentation.now),
    premiumUntil: premiumEnd(facts, presentation.now),
    highlightedUntil: isHighlightedAt(facts, presentation.now) ? facts.highlightedUntil : null,
    photos: photos.map((photo) => presentOwnPhoto(photo, presentation)),
  };
}
