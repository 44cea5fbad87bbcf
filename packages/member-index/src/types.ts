/** A member. Days count from 1970; moments are in ms. */
export type MemberRecord = {
  /** A uuid. */
  id: string;
  /** Group and tier, numbered from 0. Each combination has its own list. */
  group: number;
  tier: number;
  /** The position within a tier, from 0 to 2^31 - 1. Ties are ordered by id. */
  key: number;
  birthDay: number;
  /** One of the cities of the index. */
  cityId: number;
  /** Whether the member is found in every city. */
  isEverywhere: boolean;
  /** One bit per mark that a question may ask for. */
  marks: number;
  /** When the member joined; 0: never counts as new. */
  joinedAt: number;
  /** When the member was last active; 0: never. */
  activeAt: number;
  hasLeft: boolean;
  hidesPresence: boolean;
  /** A text that the index stores and returns without reading it. */
  text: string;
};

/** The size of an index: at most 255 combinations of group and tier, 8 marks and 32,767 cities. */
export type IndexShape = {
  groups: number;
  tiers: number;
  marks: number;
  cityIds: readonly number[];
  /** The start of the lists of recent joins; no question may have an earlier `joinedAfter`. */
  recentJoinsSince: number;
};

/** The presence of a member at one moment. */
export type PresenceClass = "absent" | "recent" | "online";

/**
 * Members active since `online` who have not left are online; those active since `recent` are recent. All others are
 * absent, including members who hide their presence.
 */
export type PresenceSince = { online: number; recent: number };

/** The requested members. */
export type Question = {
  groups: readonly number[];
  /** The days of birth: after `bornAfter`, and not after `bornUntil`. */
  bornAfter: number;
  bornUntil: number;
  /**
   * The cities; undefined means all. Callers should reuse one array for frequent questions, because the index caches
   * data computed from it.
   */
  cityIds: readonly number[] | undefined;
  /** Only members with all of these marks. */
  marks: number;
  /** The lowest presence of the members. */
  presence: PresenceClass;
  /** Members to exclude. */
  without: ReadonlySet<string>;
};

/**
 * A position in the order of a seed: tiers follow one another, each starting with the keys from the seed on. A segment
 * is one half of a tier: segments 0 and 1 belong to tier 0, and so on.
 */
export type Position = { segment: number; key: number; id: string };

export type Page = {
  seed: number;
  /** Only the segments before this one. */
  endSegment: number;
  /** The end of the previous page. */
  after: Position | undefined;
  /** Only members who joined after this moment, not before `recentJoinsSince`; undefined means all. */
  joinedAfter: number | undefined;
  limit: number;
};

/** The number of members in each tier, and of those who joined after `joinedAfter`. */
export type Counts = { tiers: number[]; joined: number };
