import { PHOTO_SIZE_NAMES } from "@caramelo/contract/limits";
import type { Presence } from "@caramelo/contract/presence/calls";
import { ageOn } from "../../base/members/rules.ts";
import { cityLabelOf, distanceKm, getCity } from "../../platform/cities/cities.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import type { Found } from "./rules/find-members.ts";
import { placeOf } from "./rules/find-members.ts";
import { FLAG, ROLES } from "./rules/member-facts.ts";
import { type MemberStore, readTexts } from "./rules/member-store.ts";
import { CLASS, classOf, type PresenceClasses } from "./rules/presence-classes.ts";

/** The JSON of a card around what differs from viewer to viewer, until something of it runs out. */
type Card = { until: number; head: string; tail: string };

export type Cards = {
  /** Takes what a page shows as it is now; answers how the JSON of `discovery.list` is written with the presence of each. */
  prepare(page: Page): (presences: ReadonlyMap<string, Presence>) => string;
  /** To be called when something of a member has changed. */
  forget(slot: number): void;
};

export type Page = {
  found: Found[];
  next: string | null;
  now: Date;
  /** The day in São Paulo. */
  today: string;
  viewerCityId: number | null;
  /** The city that distances are measured from. */
  centreId: number | undefined;
  favorites: ReadonlySet<string>;
};

type Options = { photoLinks: PhotoLinks; cityIds: readonly number[]; max: number };

// Links of photos change once a day, each at a time of its own, and are good for another day.
const KEPT_MS = 600_000;
const DAY_MS = 86_400_000;

/** Writes pages of the members of a store, and remembers up to `max` cards. */
export function openCards(store: MemberStore, { photoLinks, cityIds, max }: Options): Cards {
  const kept = new Map<number, Card>();
  const labels = cityIds.map((id) => JSON.stringify(cityLabelOf(id)));
  let day = "";

  function findCard(slot: number, id: string, page: Page): Card {
    if ((store.flags[slot] as number) & FLAG.wildcard && page.viewerCityId !== null) return makeCard(slot, id, page);
    const known = kept.get(slot);
    if (known && known.until > page.now.getTime()) return known;
    const card = makeCard(slot, id, page);
    if (!known && kept.size >= max) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    }
    kept.set(slot, card);
    return card;
  }

  function makeCard(slot: number, id: string, { now, today, viewerCityId }: Page): Card {
    const flags = store.flags[slot] as number; // of a slot in use, as all else here
    const { name, photo } = readTexts(store, slot);
    const [role] = placeOf(store, slot);
    const age = ageOn(dayText(store.births[slot] as number), today);
    const isPremium = (store.premiumUntil[slot] as number) > now.getTime();
    const isPromoted = isPremium || (store.highlightedUntil[slot] as number) > now.getTime();
    const isBorrowed = (flags & FLAG.wildcard) !== 0 && viewerCityId !== null;
    const city = isBorrowed ? JSON.stringify(cityLabelOf(viewerCityId)) : labels[store.cities[slot] as number];
    const has = (flag: number) => (flags & flag) !== 0;
    const head = `{"id":"${id}","name":${JSON.stringify(name)},"age":${age},"role":"${ROLES[role]}","city":${city},"isWildcardCity":${isBorrowed},"isVerified":${has(FLAG.verified)},"isPremium":${isPremium},"isPromoted":${isPromoted},"isManaged":${has(FLAG.managed)},"isDemo":${has(FLAG.demo)},"presence":"`;
    return {
      until: endOf(slot, now.getTime()),
      head,
      tail: `,"photo":${photo ? writePhoto(id, photo, now) : "null"}}`,
    };
  }

  /** When the card says something else: a paid place has ended, or the links are others. */
  function endOf(slot: number, now: number): number {
    const ends = [store.premiumUntil[slot] as number, store.highlightedUntil[slot] as number];
    return Math.min(now + KEPT_MS, ...ends.filter((end) => end > now));
  }

  function writePhoto(id: string, photo: NonNullable<ReturnType<typeof readTexts>["photo"]>, now: Date): string {
    const fileName = `${id}/gallery/0-${photo.name}.webp`;
    const links = PHOTO_SIZE_NAMES.map((size) => `"${size}":"${photoLinks.linkTo(fileName, size, now)}",`).join("");
    return `{${links}"width":${photo.width},"height":${photo.height},"thumbhash":${JSON.stringify(photo.thumbhash)}}`;
  }

  /** A wildcard city's distance would give the city away. */
  function distanceOf(slot: number, centreId: number | undefined): number | null {
    if (centreId === undefined || (store.flags[slot] as number) & FLAG.wildcard) return null;
    return distanceKm(getCity(centreId), getCity(cityIds[store.cities[slot] as number] as number)); // the city's number
  }

  return {
    forget: (slot) => void kept.delete(slot),
    prepare(page) {
      // Everybody's age may be another one.
      if (page.today !== day) kept.clear();
      day = page.today;
      const cards = page.found.map(({ slot, id }) => {
        const { head, tail } = findCard(slot, id, page);
        const distance = distanceOf(slot, page.centreId);
        return { id, head, tail: `","isFavorite":${page.favorites.has(id)},"distanceKm":${distance}${tail}` };
      });
      const end = `],"next":${page.next === null ? "null" : `"${page.next}"`}}`;
      return (presences) => {
        const texts = cards.map(({ id, head, tail }) => head + presences.get(id) + tail);
        return `{"profiles":[${texts.join(",")}${end}`;
      };
    },
  };
}

const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The presence that a stranger sees: SQL and memory follow the rule `coarsePresenceOf`. */
export function presenceAt(store: MemberStore, classes: PresenceClasses, slot: number): Presence {
  const found = classOf(classes, slot);
  if (found === CLASS.online) return "online";
  const availability = store.available.get(slot);
  const isHidden = (store.flags[slot] as number) & FLAG.hidesPresence; // of a slot in use
  if (availability && !isHidden && availability.from <= classes.mark && classes.mark < availability.until)
    return "available";
  return found === CLASS.recent ? "recent" : "offline";
}
