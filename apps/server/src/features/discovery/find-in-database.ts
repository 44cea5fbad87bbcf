import { DISCOVERY_PAGE } from "@caramelo/contract/limits";
import { openSemaphore } from "../../platform/concurrency/semaphore.ts";
import type { Db } from "../../platform/database/database.ts";
import { replicaRead } from "../../platform/database/replica-reads.ts";
import type { DiscoveryCounts, DiscoveryPage } from "../../platform/discovery-index.ts";
import type { PresenceWindow } from "../presence/rules.ts";
import { countTabs } from "./count-queries.ts";
import type { Criteria } from "./filter-queries.ts";
import { listKeys } from "./queries.ts";
import { type Position, segmentAt } from "./rules.ts";
import { countPresent, listFew } from "./small-part-queries.ts";

// A count with a broad filter reads the index entries of all visible members, so pages must not wait behind many
// counts.
const counting = openSemaphore({ concurrency: 2, maxWaiting: 200 });

export const countInDatabase = (db: Db, criteria: Criteria, newSince: Date): Promise<DiscoveryCounts> =>
  // A replica might not know yet who hides the presence.
  counting.run(() => (criteria.presence ? countTabs : askTabs)(db, criteria, newSince));

const askTabs = replicaRead("counts of the search", countTabs, ({ viewerId }) => viewerId);

type Part = DiscoveryPage["part"];

/** The positions of a page, and of one member more if there is one. */
export const findPositionsInDatabase = (db: Db, criteria: Criteria, part: Part): Promise<Position[]> =>
  // A replica might not know yet who hides the presence.
  (criteria.presence ? readPositions : askPositions)(db, criteria, part);

// One server answers a whole page, because another one might be older. `findPeople` leaves out members who were hidden
// meanwhile.
const askPositions = replicaRead("pages of the search", readPositions, ({ viewerId }) => viewerId);

async function readPositions(db: Db, criteria: Criteria, part: Part): Promise<Position[]> {
  if (criteria.roles.length === 0) return [];
  const startsFromFew = part.joinedAfter !== undefined || (criteria.presence && (await isFew(db, criteria.presence)));
  return startsFromFew ? listFew(db, criteria, part) : walk(db, criteria, part);
}

// If more members are present, walking the members in order finds a page of present ones soon.
const FEW_PRESENT = 5_000;
const isFew = async (db: Db, presence: PresenceWindow) =>
  (await countPresent(db, presence, FEW_PRESENT + 1)) <= FEW_PRESENT;

/** Reads one segment after another until a page and one member more are found, mostly with one query. */
async function walk(db: Db, criteria: Criteria, { seed, endSegment, after: start }: Part): Promise<Position[]> {
  const positions: Position[] = [];
  const countMissing = () => DISCOVERY_PAGE + 1 - positions.length;
  for (let segment = start?.segment ?? 0; segment < endSegment && countMissing() > 0; segment++) {
    const after = segment === start?.segment ? start : undefined;
    const keys = await listKeys(db, criteria, { seed, ...segmentAt(segment), after });
    positions.push(...keys.slice(0, countMissing()).map(({ key, id }) => ({ segment, key, id })));
  }
  return positions;
}
