import type { VisibleId } from "@caramelo/contract/call/call";
import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import { ageOn } from "../../base/members/rules.ts";
import type { Person, UnprovenPerson } from "../../platform/discovery-index.ts";
import { type MainPhotoFacts, type PhotoFacts, type PhotoPresentation, presentPhoto } from "../photos/rules.ts";
import { type PresenceFacts, presenceFor } from "../presence/rules.ts";

/** The context that profiles are presented in. `today` is the day in São Paulo. */
export type Presentation = PhotoPresentation & {
  viewerCityId: number | null;
  /** The city that distances are measured from. */
  originCityId: number | null;
  today: string;
  cityLabelOf: (cityId: number) => string;
  distanceBetween: DistanceBetween;
};

/** Whole kilometres from one city to another; null when the coordinates of either are unknown. */
type DistanceBetween = (cityId: number, otherId: number) => number | null;

/** A row of `selectPeople` with an id. */
export type PersonRow<Id> = Omit<UnprovenPerson, "id" | "presence" | "photo"> & { id: Id } & PresenceFacts & {
    hasWritten: boolean;
  } & MainPhotoFacts;

/** Turns a row into the person that the viewer sees at `now`, with the proof of the row's id if it is one. */
export function personFrom<Id extends string>(row: PersonRow<Id>, now: Date): UnprovenPerson & { id: Id } {
  const { id, name, role, estimatedBirthOn, cityId, isWildcardCity, isVerified } = row;
  const { isPremium, isPromoted, isManaged, isDemo, isFavorite } = row;
  return {
    id,
    name,
    role,
    estimatedBirthOn,
    cityId,
    isWildcardCity,
    isVerified,
    isPremium,
    isPromoted,
    isManaged,
    isDemo,
    isFavorite,
    presence: presenceFor(row, now),
    photo: mainPhoto(row),
  };
}

function mainPhoto({ fileName, width, height, thumbhash }: MainPhotoFacts): PhotoFacts | null {
  if (fileName === null || width === null || height === null || thumbhash === null) return null;
  return { fileName, width, height, thumbhash };
}

/**
 * A profile in a list. A member with a wildcard city is shown in the city of the viewer; staff, who have no city, see
 * the member's own one.
 */
export function presentCard(person: Person, presentation: Presentation): ProfileCard & { id: VisibleId } {
  const { id, name, role, isVerified, isPremium, isPromoted, isManaged, isDemo, isFavorite } = person;
  const borrowedCityId = person.isWildcardCity ? presentation.viewerCityId : null;
  return {
    id,
    name,
    age: ageOn(person.estimatedBirthOn, presentation.today),
    role,
    city: presentation.cityLabelOf(borrowedCityId ?? person.cityId),
    isWildcardCity: borrowedCityId !== null,
    isVerified,
    isPremium,
    isPromoted,
    isManaged,
    isDemo,
    presence: person.presence,
    isFavorite,
    distanceKm: distanceFor(person, presentation.originCityId, presentation.distanceBetween),
    photo: person.photo && presentPhoto(person.photo, presentation),
  };
}

/**
 * How far a member's city is from the origin: the city that the viewer searches in, else the viewer's own. From city to
 * city it reveals no more than the city's name, whichever origins a viewer chooses. Null without an origin, and for a
 * member with a wildcard city, because distances from a few origins would reveal the real city.
 */
export function distanceFor(
  { cityId, isWildcardCity }: Pick<UnprovenPerson, "cityId" | "isWildcardCity">,
  originCityId: number | null,
  distanceBetween: DistanceBetween,
): number | null {
  return originCityId === null || isWildcardCity ? null : distanceBetween(originCityId, cityId);
}

/** Presents the people of a list in the order of its rows; leaves out rows whose person was not found. */
export function inOrder<Row extends { id: string }, Shown>(
  rows: readonly Row[],
  people: ReadonlyMap<string, Person>,
  presentPerson: (person: Person, row: Row) => Shown,
): Shown[] {
  return rows.flatMap((row) => {
    const person = people.get(row.id);
    return person ? [presentPerson(person, row)] : [];
  });
}
