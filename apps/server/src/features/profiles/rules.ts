import { AGE_MAX } from "@caramelo/contract/limits";
import type { MemberStatus, OwnProfile } from "@caramelo/contract/profiles/calls";
import { type AboutName, mapAbout } from "@caramelo/contract/texts/about";
import type { Selectable } from "kysely";
import { ageOn, isOppositeSide, type Role } from "../../base/members/rules.ts";
import { balanceOf, isHighlightedAt, isPremiumAt, premiumEnd } from "../../base/money/premium-rules.ts";
import { visibleIdFor } from "../../base/pairs/visible-rules.ts";
import type { Profile } from "../../platform/database/types.generated.ts";
import type { Presentation } from "../member-cards/rules.ts";
import { type PhotoFacts, presentOwnPhoto } from "../photos/rules.ts";
import type { getOwnProfile } from "./queries.ts";

/**
 * The stored fields that saving an age changes; undefined for no change. A verified birth date fixes the age. Saving
 * the age already shown changes nothing, so that the age keeps growing from the day when it was stated. A form accepts
 * no age above 99, so for older members 99 counts as the shown age.
 */
export function restateAge(
  age: number,
  { birthOn, estimatedBirthOn }: { birthOn: string | null; estimatedBirthOn: string | null },
  today: string,
): { statedAge: number; ageStatedOn: string } | undefined {
  if (birthOn !== null) return undefined;
  const shownAge = estimatedBirthOn === null ? undefined : Math.min(ageOn(estimatedBirthOn, today), AGE_MAX);
  if (age === shownAge) return undefined;
  return { statedAge: age, ageStatedOn: today };
}

type Viewer = { id: string; role: Role };
type SeenProfile = { id: string; role: Role; isActive: boolean; isHiddenPair: boolean; hasConversation: boolean };

/** Whether a viewer may open a profile. Staff may open every profile of a member; the staff's profiles stay closed. */
export function maySeeProfile(viewer: Viewer, profile: SeenProfile): boolean {
  if (profile.role === "admin" || !visibleIdFor(viewer, profile)) return false;
  if (viewer.role === "admin" || viewer.id === profile.id) return true;
  return isOppositeSide(viewer.role, profile.role) || profile.hasConversation;
}

export type Standing = Pick<
  Selectable<Profile>,
  "deactivatedAt" | "suspendedAt" | "bannedAt" | "hiddenAt" | "awaitsConfirmation"
>;

/** The state of a profile as staff read it. When several apply, the first in this order counts. */
export function statusOf(standing: Standing): MemberStatus {
  const { deactivatedAt, suspendedAt, bannedAt, hiddenAt, awaitsConfirmation } = standing;
  if (bannedAt) return "banned";
  if (suspendedAt) return "suspended";
  if (awaitsConfirmation) return "unconfirmed";
  if (deactivatedAt) return "deactivated";
  return hiddenAt ? "hidden" : "active";
}

/** The texts that a member wrote about themselves. */
export const pickAbout = <Text>(facts: Record<AboutName, Text>) => mapAbout(({ name }) => facts[name]);

type OwnFacts = Awaited<ReturnType<typeof getOwnProfile>>;

/** Whether saving these fields would change nothing. */
export function isStored(fields: Partial<OwnFacts>, profile: OwnFacts): boolean {
  // The cast holds because the keys are those of the fields.
  return Object.entries(fields).every(([name, value]) => profile[name as keyof OwnFacts] === value);
}

/** One's own profile; `joinedOn` is the day of `createdAt` in São Paulo. */
export function presentOwn(
  facts: OwnFacts,
  photos: (PhotoFacts & { id: string })[],
  presentation: Omit<Presentation, "viewerCityId" | "originCityId" | "distanceBetween"> & { joinedOn: string },
): OwnProfile {
  const { id, name, role, gender, isVerified, isWildcardCity, cityId } = facts;
  return {
    id,
    name,
    role,
    gender,
    isVerified,
    isWildcardCity,
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
    updatedAt: facts.updatedAt,
  };
}

const DAY_MS = 86_400_000;
const NEW_ACCOUNT_DAYS = 3;

/** How many different profiles an ordinary member, one with premium, and a new account may be shown in a day. */
export type ProfilesADay = { ordinary: number; premium: number; fresh: number };

type ViewerStanding = { createdAt: Date; hasCourtesyPremium: boolean | null; premiumUntil: Date | null };

/**
 * How many profiles a member may be shown in a day. Premium wins over a new account, because paid accounts are not
 * created in bulk.
 */
export function profilesADayFor(viewer: ViewerStanding, numbers: ProfilesADay, now: Date): number {
  if (isPremiumAt(viewer, now)) return numbers.premium;
  const isNewAccount = now.getTime() - viewer.createdAt.getTime() < NEW_ACCOUNT_DAYS * DAY_MS;
  return isNewAccount ? Math.min(numbers.fresh, numbers.ordinary) : numbers.ordinary;
}
