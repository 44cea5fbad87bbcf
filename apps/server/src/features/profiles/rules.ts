import type { AccountType, Gender } from "@caramelo/contract/accounts";
import { AGE_MAX } from "@caramelo/contract/limits";
import type { OwnPhoto, OwnProfile, Photo, ProfileCard } from "@caramelo/contract/profiles";
import type { PhotoLinks } from "../../platform/photo-links.ts";
import { isPremiumAt } from "../accounts/rules.ts";
import { type PresenceFacts, presenceOf } from "../presence/rules.ts";

type Role = AccountType | "admin";

const OPPOSITE: Record<Role, readonly AccountType[]> = {
  baby: ["daddy", "mommy"],
  daddy: ["baby"],
  mommy: ["baby"],
  admin: [],
};

/** Whom a member may meet; nobody for the team. */
export function oppositeRoles(role: Role): readonly AccountType[] {
  return OPPOSITE[role];
}

export function isOppositeSide(one: Role, other: Role): boolean {
  return OPPOSITE[one].some((role) => role === other);
}

/** Full years on a day; both days as "2026-11-21". */
export function ageOn(bornOn: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(bornOn.slice(0, 4));
  return day.slice(5) < bornOn.slice(5) ? years - 1 : years;
}

/**
 * What saving an age changes: nothing when it is the one that is shown, so that it goes on growing from its own day. A
 * form takes none above 99: for whoever has outgrown that it stands for theirs.
 */
export function restateAge(
  age: number,
  reckonedBirthOn: string | null,
  today: string,
): { statedAge: number; ageStatedOn: string } | undefined {
  const shown = reckonedBirthOn === null ? undefined : Math.min(ageOn(reckonedBirthOn, today), AGE_MAX);
  if (age === shown) return undefined;
  return { statedAge: age, ageStatedOn: today };
}

type Viewer = { id: string; role: Role };
type Seen = { id: string; role: Role; isActive: boolean; isHiddenPair: boolean; hasConversation: boolean };

/** Whether a profile opens for a viewer. For the team each does, but nobody's of the team itself does. */
export function maySeeProfile(viewer: Viewer, profile: Seen): boolean {
  if (profile.role === "admin") return false;
  if (viewer.role === "admin" || viewer.id === profile.id) return true;
  if (!profile.isActive || profile.isHiddenPair) return false;
  return isOppositeSide(viewer.role, profile.role) || profile.hasConversation;
}

/** For whom, when and with which links and labels profiles are shown. `today` is the day in São Paulo. */
export type Showing = {
  viewerCityId: number | null;
  now: Date;
  today: string;
  photoLinks: Pick<PhotoLinks, "linkTo">;
  cityLabelOf: (cityId: number) => string;
};

type PhotoFacts = { fileName: string; width: number; height: number; thumbhash: string };
type CardFacts = PresenceFacts & { [k in keyof PhotoFacts]: PhotoFacts[k] | null } & Pick<
    ProfileCard,
    "id" | "name" | "role" | "isWildcardCity" | "isVerified" | "isPremium" | "isPromoted" | "isManaged" | "isDemo"
  > & { isFavorite: boolean; reckonedBirthOn: string; cityId: number };

/** A profile in a list. Whoever has a wildcard city is shown in the viewer's, if the viewer has one: the team has none. */
export function presentCard(facts: CardFacts, showing: Showing): ProfileCard {
  const { id, name, role, isVerified, isPremium, isPromoted, isManaged, isDemo, isFavorite } = facts;
  const borrowedCityId = facts.isWildcardCity ? showing.viewerCityId : null;
  return {
    id,
    name,
    age: ageOn(facts.reckonedBirthOn, showing.today),
    role,
    city: showing.cityLabelOf(borrowedCityId ?? facts.cityId),
    isWildcardCity: borrowedCityId !== null,
    isVerified,
    isPremium,
    isPromoted,
    isManaged,
    isDemo,
    presence: presenceOf(facts, showing.now),
    isFavorite,
    photo: presentMainPhoto(facts, showing),
  };
}

/** The cards of a list, in the order of its ids; whoever has no card any more is left out. */
export function presentCards(ids: string[], cards: CardFacts[], showing: Showing): ProfileCard[] {
  const cardById = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => {
    const card = cardById.get(id);
    return card ? [presentCard(card, showing)] : [];
  });
}

function presentMainPhoto({ fileName, width, height, thumbhash }: CardFacts, showing: Showing): Photo | null {
  if (fileName === null || width === null || height === null || thumbhash === null) return null;
  return presentPhoto({ fileName, width, height, thumbhash }, showing);
}

export function presentPhoto(
  { fileName, width, height, thumbhash }: PhotoFacts,
  { photoLinks, now }: Pick<Showing, "photoLinks" | "now">,
): Photo {
  return {
    small: photoLinks.linkTo(fileName, 320, now),
    medium: photoLinks.linkTo(fileName, 960, now),
    large: photoLinks.linkTo(fileName, 1920, now),
    width,
    height,
    thumbhash,
  };
}

export function presentOwnPhoto(
  photo: PhotoFacts & { id: string },
  showing: Pick<Showing, "photoLinks" | "now">,
): OwnPhoto {
  return { id: photo.id, ...presentPhoto(photo, showing) };
}

/** What the team reads of a profile's state; a suspension weighs more than a farewell. */
export function statusOf({
  deactivatedAt,
  suspendedAt,
}: {
  deactivatedAt: Date | null;
  suspendedAt: Date | null;
}): "active" | "deactivated" | "suspended" {
  if (suspendedAt) return "suspended";
  return deactivatedAt ? "deactivated" : "active";
}

type OwnFacts = Pick<OwnProfile, "id" | "name" | "role" | "bio" | "lookingFor" | "isVerified" | "isWildcardCity"> & {
  gender: Gender | null;
  reckonedBirthOn: string | null;
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
  showing: Omit<Showing, "viewerCityId"> & { joinedOn: string },
): OwnProfile {
  const { id, name, role, gender, bio, lookingFor, isVerified, isWildcardCity, cityId, highlightedUntil } = facts;
  return {
    ...{ id, name, role, gender, bio, lookingFor, isVerified, isWildcardCity },
    age: facts.reckonedBirthOn === null ? null : ageOn(facts.reckonedBirthOn, showing.today),
    isAgeFixed: false,
    city: cityId === null ? null : { id: cityId, label: showing.cityLabelOf(cityId) },
    memberSince: Number(showing.joinedOn.slice(0, 4)),
    isPremium: isPremiumAt(facts, showing.now),
    isHighlighted: highlightedUntil !== null && highlightedUntil > showing.now,
    balance: balanceOf(facts, showing.now),
    photos: photos.map((photo) => presentOwnPhoto(photo, showing)),
  };
}

/** Only payers without premium have something to count. */
function balanceOf(facts: OwnFacts, now: Date): OwnProfile["balance"] {
  const isPayer = facts.role === "daddy" || facts.role === "mommy";
  if (!isPayer || isPremiumAt(facts, now)) return null;
  return { tokens: facts.tokens ?? 0, conversations: facts.conversations ?? 0 };
}
