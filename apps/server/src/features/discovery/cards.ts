import type { VisibleId } from "@caramelo/contract/call/call";
import type { Presence } from "@caramelo/contract/presence/calls";
import type { MemberIndex } from "@caramelo/member-index";
import type { MemberRecord } from "@caramelo/member-index/types";
import { LRUCache } from "lru-cache";
import { ageOn } from "../../base/members/rules.ts";
import { cityLabelOf, distanceBetween } from "../../platform/cities/cities.ts";
import type { DiscoveryPage } from "../../platform/discovery-index.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import { distanceFor } from "../member-cards/rules.ts";
import { presentPhoto } from "../photos/rules.ts";
import { personOf } from "./person-of.ts";
import { readShown, type ShownFacts } from "./record-rules.ts";

/**
 * The data that is equal for all viewers of a member: the person, the parts of the card's JSON, and facts for the other
 * parts.
 */
export type Card = {
  id: string;
  person: ReturnType<typeof personOf>;
  /** When the card is out of date, in milliseconds. */
  until: number;
  head: string;
  middle: string;
  tail: string;
  hidesPresence: boolean;
  availableFrom: number;
  availableUntil: number;
};

export type Cards = {
  /** The current cards of the members in the index. `today` is the day in São Paulo. */
  find(ids: readonly string[], now: Date, today: string): Card[];
  /** Must be called when a member has changed. */
  forget(id: string): void;
};

type Options = { photoLinks: PhotoLinks; max: number };

// A photo link changes once a day, each at its own time, and is valid for another day, so a card this old has valid
// links.
const KEPT_MS = 600_000;

/** Writes the cards of the members of an index, and remembers up to `max` of them. */
export function openCards(index: Pick<MemberIndex, "recordOf">, { photoLinks, max }: Options): Cards {
  const keptCards = new LRUCache<string, Card>({ max });
  let day = "";

  function findCard(id: string, now: Date): Card | undefined {
    const keptCard = keptCards.get(id);
    if (keptCard && keptCard.until > now.getTime()) return keptCard;
    const record = index.recordOf(id);
    if (!record) return undefined;
    const card = makeCard(record, { photoLinks, now, today: day });
    keptCards.set(id, card);
    return card;
  }

  return {
    forget: (id) => void keptCards.delete(id),
    find(ids, now, today) {
      // On a new day everybody's age may have changed.
      if (today !== day) keptCards.clear();
      day = today;
      return ids.flatMap((id) => findCard(id, now) ?? []);
    },
  };
}

type Moment = { photoLinks: PhotoLinks; now: Date; today: string };

function makeCard(record: MemberRecord, { photoLinks, now, today }: Moment): Card {
  const shownFacts = readShown(record.text);
  const { availableFrom, availableUntil } = shownFacts;
  const person = personOf(record, shownFacts, now);
  const { id, name, role, isVerified, isPremium, isPromoted, isManaged, isDemo } = person;
  const age = ageOn(person.estimatedBirthOn, today);
  const photo = person.photo && presentPhoto(person.photo, { photoLinks, now });
  return {
    id,
    person,
    hidesPresence: record.hidesPresence,
    availableFrom,
    availableUntil,
    until: endOf(shownFacts, now.getTime()),
    head: `{"id":"${id}","name":${JSON.stringify(name)},"age":${age},"role":"${role}","city":`,
    middle: `,"isVerified":${isVerified},"isPremium":${isPremium},"isPromoted":${isPromoted},"isManaged":${isManaged},"isDemo":${isDemo},"presence":"`,
    tail: `,"photo":${JSON.stringify(photo)}}`,
  };
}

/** When a card must be rewritten, because a paid place ends or the photo links may have changed. */
function endOf({ premiumUntil, highlightedUntil }: Pick<ShownFacts, "premiumUntil" | "highlightedUntil">, now: number) {
  return Math.min(now + KEPT_MS, ...[premiumUntil, highlightedUntil].filter((end) => end > now));
}

/** The facts of a card that differ between viewers. */
type View = Pick<DiscoveryPage, "viewerCityId" | "originCityId"> & { isFavorite: boolean; presence: Presence };

export function writeCard(
  card: Card & { id: VisibleId },
  { viewerCityId, originCityId, isFavorite, presence }: View,
): string {
  const { cityId, isWildcardCity } = card.person;
  const isBorrowed = isWildcardCity && viewerCityId !== null;
  const city = JSON.stringify(cityLabelOf(isBorrowed ? viewerCityId : cityId));
  const distance = distanceFor(card.person, originCityId, distanceBetween);
  return `${card.head}${city},"isWildcardCity":${isBorrowed}${card.middle}${presence}","isFavorite":${isFavorite},"distanceKm":${distance}${card.tail}`;
}

/**
 * The presence that a stranger sees in the half minute of `mark`: the rule `coarsePresenceOf`, applied to the index.
 */
export function presenceAt(index: Pick<MemberIndex, "presenceOf">, card: Card, mark: Date): Presence {
  const foundPresence = index.presenceOf(card.id);
  if (foundPresence === "online") return "online";
  const isAvailable = card.availableFrom <= mark.getTime() && mark.getTime() < card.availableUntil;
  if (isAvailable && !card.hidesPresence) return "available";
  return foundPresence === "recent" ? "recent" : "offline";
}
