import type { MemberRecord } from "@caramelo/member-index/types";
import type { UnprovenPerson } from "../../platform/discovery-index.ts";
import { GROUPS, marksIn } from "./filter-queries.ts";
import type { ShownFacts } from "./record-rules.ts";

const DAY_MS = 86_400_000;

/** A member of the index, without the fields that differ between viewers. */
export function personOf(
  record: MemberRecord,
  shownFacts: ShownFacts,
  now: Date,
): Omit<UnprovenPerson, "presence" | "isFavorite"> {
  const { id, group, birthDay, cityId, isEverywhere, marks } = record;
  const { name, photo, isManaged, isDemo, premiumUntil, highlightedUntil } = shownFacts;
  const isPremium = premiumUntil > now.getTime();
  return {
    id,
    name,
    role: GROUPS[group] as UnprovenPerson["role"], // each group is one of these roles
    estimatedBirthOn: new Date(birthDay * DAY_MS).toISOString().slice(0, 10),
    cityId,
    isWildcardCity: isEverywhere,
    isVerified: marksIn(marks).includes("verified"),
    isPremium,
    isPromoted: isPremium || highlightedUntil > now.getTime(),
    isManaged,
    isDemo,
    photo: photo ? fileOf(id, photo) : null,
  };
}

// A photo link only uses the last part of the file name, so the other parts need not be the real ones.
const fileOf = (id: string, { name, width, height, thumbhash }: NonNullable<ShownFacts["photo"]>) => ({
  fileName: `${id}/gallery/0-${name}.webp`,
  width,
  height,
  thumbhash,
});
