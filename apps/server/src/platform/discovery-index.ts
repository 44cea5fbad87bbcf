import type { VisibleId } from "@caramelo/contract/call/call";
import type { ProfileCard } from "@caramelo/contract/profiles/calls";
import type { Page, Question } from "@caramelo/member-index/types";
import type { Connection } from "./database/database.ts";

/** How many profiles each tab of discovery shows under a filter. */
export type DiscoveryCounts = { all: number; highlighted: number; new: number };

/** Which members a viewer of discovery wants to see and may see. */
export type DiscoveryQuestion = { viewerId: string; wanted: Omit<Question, "without"> };

/** One page of discovery, in the order of one seed. */
export type DiscoveryPage = {
  question: DiscoveryQuestion;
  part: Omit<Page, "limit">;
  now: Date;
  viewerCityId: number | null;
  /** The city that distances are measured from. */
  originCityId: number | null;
};

/** A member as another one would see them in lists, without the proof that they may. */
export type UnprovenPerson = Pick<
  ProfileCard,
  | "id"
  | "name"
  | "role"
  | "isWildcardCity"
  | "isVerified"
  | "isPremium"
  | "isPromoted"
  | "isManaged"
  | "isDemo"
  | "isFavorite"
  | "presence"
> & {
  estimatedBirthOn: string;
  cityId: number;
  photo: { fileName: string; width: number; height: number; thumbhash: string } | null;
};

/** A member as another one sees them in lists. */
export type Person = UnprovenPerson & { id: VisibleId };

export type PeopleRequest = {
  ids: string[];
  viewerId: string;
  now: Date;
  /**
   * Whether presence must be up to date. Otherwise the presence of those who have written to the viewer may be half a
   * minute old.
   */
  needsPresence: boolean;
};

/**
 * People whom this process keeps in memory. `find` returns undefined whenever the caller must ask the database instead.
 */
export type KeptPeople = { find(request: PeopleRequest): Promise<ReadonlyMap<string, Person> | undefined> };

/**
 * Discovery from the memory of this process. Its functions return undefined whenever the caller must ask the database
 * instead.
 */
export type DiscoveryIndex = {
  /**
   * Begins to read all members, and follows changes until `stop`. If it is never called, all callers keep asking the
   * database.
   */
  start(connection: Connection): void;
  stop(): Promise<void>;
  isAnswering(): boolean;
  /** Whether `start` was called. */
  isStarted(): boolean;
  /** Milliseconds since the last finished round began; undefined while the index gives no answers. */
  ageMs(): number | undefined;
  /** Says that this process has committed something that discovery shows, so that the next answer includes it. */
  noteWrite(): void;
  /** Returns the ids of the members of a page, and the answer as JSON. */
  findPage(page: DiscoveryPage): Promise<{ ids: string[]; text: string } | undefined>;
  count(question: DiscoveryQuestion, newSince: Date, now: Date): Promise<DiscoveryCounts | undefined>;
  people: KeptPeople;
};
