/** A member. Days count from 1970; moments are in milliseconds. */
export type MemberRecord = {
  /** A uuid. */
  id: string;
  /** The group and the tier, which are numbers from 0. Each combination has its own list. */
  group: number;
  tier: number;
  /** The position within a tier, from 0 to 2^31 - 1. Members with the same key are ordered by id. */
  key: number;
  birthDay: number;
  /** One of the cities that the index was made for. */
  cityId: number;
  /** Whether the member is found in every city. */
  isEverywhere: boolean;
  /** One bit for each mark that a question may ask for. */
  marks: number;
  /** When the member joined; 0 means that the member is never new. */
  joinedAt: number;
  /** When the member was last active; 0 means never. */
  activeAt: number;
  hasLeft: boolean;
  hidesPresence: boolean;
  /** A text that is stored and returned; the index does not read it. */
  text: string;
};

/** The size of an index: at most 255 combinations of a group and a tier, 8 marks and 32,767 cities. */
export type IndexShape = {
  groups: number;
  tiers: number;
  marks: number;
  cityIds: readonly number[];
  /** The lists of recent joins begin at this moment, so no question may have an earlier `joinedAfter`. */
  recentJoinsSince: number;
};

/** The presence of a member as of one moment. */
export type PresenceClass = "absent" | "recent" | "online";

/**
 * A member who was active since `online` and has not left is online; one who was active since `recent` is recent. All
 * others are absent, and so is everybody who hides their presence.
 */
export type PresenceSince = { online: number; recent: number };

/** Which members are requested. */
export type Question = {
  groups: readonly number[];
  /** The days of birth: after `bornAfter`, and not after `bornUntil`. */
  bornAfter: number;
  bornUntil: number;
  /**
   * The cities; undefined means all. Callers should reuse the same array for frequent questions, because the index
   * caches what it computes from it.
   */
  cityIds: readonly number[] | undefined;
  /** Only members with all of these marks. */
  marks: number;
  /** The lowest presence of the members. */
  presence: PresenceClass;
  /** Members who must not be found. */
  without: ReadonlySet<string>;
};

/**
 * A position in the order of a seed: tiers come one after another, and each begins with the keys from the seed on. A
 * segment is one half of a tier: segments 0 and 1 belong to tier 0, and so on.
 */
export type Position = { segment: number; key: number; id: string };

export type Page = {
  seed: number;
  /** Only the segments before this one. */
  endSegment: number;
  /** Where the previous page ended. */
  after: Position | undefined;
  /** Only members who joined after this moment, which must not be before `recentJoinsSince`; undefined means all. */
  joinedAfter: number | undefined;
  limit: number;
};

/** The number of members of each tier, and of all who joined after `joinedAfter`. */
export type Counts = { tiers: number[]; joined: number };
