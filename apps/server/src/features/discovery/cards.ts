import type { Presence } from "@caramelo/contract/presence/calls";
import { cityLabelOf, distanceKm, getCity } from "../../platform/cities/cities.ts";
import type { PhotoLinks } from "../../platform/storage/photo-links.ts";
import { presentCard } from "../people/rules.ts";
import type { Found } from "./rules/find-members.ts";
import { FLAG } from "./rules/member-facts.ts";
import type { MemberStore } from "./rules/member-store.ts";
import { personAt } from "./rules/person-at.ts";
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

/** Writes pages of the members of a store, and remembers up to `max` cards. */
export function openCards(store: MemberStore, { photoLinks, cityIds, max }: Options): Cards {
  const kept = new Map<number, Card>();
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
    const person = personAt(store, slot, { id, now, cityIds });
    const unseen = { ...person, presence: "offline" as const, isFavorite: false };
    const presentation = { viewerCityId, now, today, photoLinks, cityLabelOf };
    // Each of these three differs from viewer to viewer.
    const { presence: _, isFavorite: __, distanceKm: ___, photo, ...card } = presentCard(unseen, presentation);
    return {
      until: endOf(slot, now.getTime()),
      head: `${JSON.stringify(card).slice(0, -1)},"presence":"`,
      tail: `,"photo":${JSON.stringify(photo)}}`,
    };
  }

  /** When the card says something else: a paid place has ended, or the links are others. */
  function endOf(slot: number, now: number): number {
    const ends = [store.premiumUntil[slot] as number, store.highlightedUntil[slot] as number];
    return Math.min(now + KEPT_MS, ...ends.filter((end) => end > now));
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
