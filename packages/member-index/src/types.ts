// What goes into the index and comes out of it.

/** A member. Days are days since 1970, moments milliseconds. */
export type MemberRecord = {
  /** A uuid. */
  id: string;
  /** Members are listed apart by these two, which are numbers from 0 on. */
  group: number;
  tier: number;
  /** Where the member stands in a tier, from 0 to 2^31 - 1; who has the same is ordered by the id. */
  key: number;
  birthDay: number;
  /** One of the cities that the index was made for. */
  cityId: number;
  /** The member is found in every city. */
  isEverywhere: boolean;
  /** A bit for each thing that may be asked for. */
  marks: number;
  /** 0: the member is never new. */
  joinedAt: number;
  /** The last sign of life; 0 without one. */
  activeAt: number;
  hasLeft: boolean;
  hidesPresence: boolean;
  /** Kept and given back; the index does not read it. */
  text: string;
};

/** What the index is made for. There are 255 lists and 8 marks at most. */
export type IndexShape = {
  groups: number;
  tiers: number;
  marks: number;
  cityIds: readonly number[];
  /** The lists of recent joins begin here, so no question may name an earlier `joinedAfter`. */
  recentJoinsSince: number;
};

/** How present a member is, as of one moment. */
export type PresenceClass = "absent" | "recent" | "online";

/** Who was active since `online` and has not left is online; who was active since `recent` was lately. */
export type PresenceSince = { online: number; recent: number };

/** Whom somebody asks for. */
export type Question = {
  groups: readonly number[];
  /** Days of birth: after the one, and not after the other. */
  bornAfter: number;
  bornUntil: number;
  /** Undefined: all cities. Callers keep the lists that are asked for often, as the index keeps what it makes of them. */
  cityIds: readonly number[] | undefined;
  /** Only members with all of these. */
  marks: number;
  /** The least presence. */
  presence: PresenceClass;
  /** Members who are not found at all. */
  without: ReadonlySet<string>;
};

/**
 * A place in the order of a seed: by tier, and in each first those with keys from the seed on. A segment is such a half of
 * a tier: 0 and 1 are those of tier 0, and so on.
 */
export type Position = { segment: number; key: number; id: string };

export type Page = {
  seed: number;
  /** The segments before this one. */
  endSegment: number;
  /** Where the page before ended. */
  after: Position | undefined;
  /** Only who joined after this moment, which is one that `recentJoinsSince` allows; undefined: all. */
  joinedAfter: number | undefined;
  limit: number;
};

/** How many members there are of each tier, and how many of all who joined lately. */
export type Counts = { tiers: number[]; joined: number };
