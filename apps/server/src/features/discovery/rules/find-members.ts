import { TIERS } from "../../../base/members/premium-rules.ts";
import type { Position } from "../rules.ts";
import { segmentAt } from "../rules.ts";
import { FLAG } from "./member-facts.ts";
import { listNumber, type MemberStore } from "./member-store.ts";
import { firstBornAfter, firstFrom, type OrderedList, PLACE, wildcardCity } from "./ordered-list.ts";
import { CLASS, classOf, type PresenceClasses } from "./presence-classes.ts";
import { isWanted, type Question } from "./question.ts";
import { compareIds, idBytes, idOf } from "./slot-table.ts";

/** A member in the order of a seed. */
export type Found = { slot: number; id: string; segment: number; key: number };

export type Part = {
  seed: number;
  endSegment: number;
  after: Position | undefined;
  /** Only who joined after this moment; undefined: all. */
  joinedAfter: number | undefined;
};

type Search = { store: MemberStore; classes: PresenceClasses; question: Question; part: Part };
type Place = { key: number; slot: number };

// Where no more are present, looking at each of them is sooner done than finding them among all others.
const FEW_PRESENT = 2_000;

/** The first `limit` members after a position, in the order that `rules.ts` says. */
export function findMembers(search: Search, limit: number): Found[] {
  const { classes, question, part } = search;
  if (question.presence !== CLASS.absent && classes.listed.length <= FEW_PRESENT)
    return findPresent(search).slice(0, limit);
  const found: Found[] = [];
  const { after, endSegment } = part;
  for (let segment = after?.segment ?? 0; segment < endSegment && found.length < limit; segment += 1) {
    const start = segment === after?.segment ? after : undefined;
    for (const { slot, key } of listSegment(search, segment, start, limit - found.length))
      found.push({ slot, key, segment, id: idOf(search.store.table, slot) });
  }
  return found;
}

/** The members of one segment, of each role apart and then of all together. */
function listSegment(search: Search, segment: number, after: Position | undefined, limit: number): Place[] {
  const { store, question, part } = search;
  const { tier, isFromSeed } = segmentAt(segment);
  const lists = part.joinedAfter === undefined ? store.lists : store.newcomers;
  const [first = [], ...others] = question.roles.map((role) => {
    const list = lists[listNumber(role, tier)] as OrderedList; // one for each role and tier
    const range = rangeOf(list, isFromSeed, part.seed, after);
    return isRare(list, question, limit) ? gather(search, list, range, limit) : scan(search, list, range, limit);
  });
  if (others.length === 0) return first;
  return [first, ...others].flat().sort(inOrderOf(store)).slice(0, limit);
}

const inOrderOf =
  ({ table }: MemberStore) =>
  (one: Place, other: Place): number =>
    one.key - other.key || compareIds(table, one.slot, other.slot);

/** The keys of a segment after a position, and the id from which those with the first key go on. */
type Range = { list: OrderedList; from: number; to: number; firstKey: number; afterId: Uint8Array | undefined };

function rangeOf(list: OrderedList, isFromSeed: boolean, seed: number, after: Position | undefined): Range {
  const start = after?.key ?? (isFromSeed ? seed : 0);
  return {
    list,
    from: firstFrom(list, start),
    to: isFromSeed ? list.length : firstFrom(list, seed),
    firstKey: after ? after.key : -1,
    afterId: after && idBytes(after.id),
  };
}

/** Walks the members of a list in its order. */
function scan(search: Search, list: OrderedList, range: Range, limit: number): Place[] {
  const { store, classes, question, part } = search;
  const { keys, slots, births, places } = list;
  const { bornAfter, bornUntil, circle, isVerifiedOnly, presence } = question;
  const found: Place[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const birth = births[at] as number; // below the length, as are the others
    if (birth <= bornAfter || birth > bornUntil) continue;
    const place = places[at] as number;
    if (circle && !(place & PLACE.wildcard) && circle.mask[place & PLACE.city] === 0) continue;
    if (isVerifiedOnly && !(place & PLACE.verified)) continue;
    const slot = slots[at] as number;
    if (presence !== CLASS.absent && classOf(classes, slot) < presence) continue;
    if (part.joinedAfter !== undefined && !hasJoined(store, slot, part.joinedAfter)) continue;
    const key = keys[at] as number;
    if (isBehind(store, range, key, slot) || !isVisible(store, question, slot)) continue;
    found.push({ key, slot });
    if (found.length === limit) break;
  }
  return found;
}

/** Few of a list live where it is asked for: they are taken together and sorted. */
function isRare(list: OrderedList, { circle }: Question, limit: number): boolean {
  if (!circle) return false;
  let count = countCity(list, wildcardCity(list));
  for (const city of circle.cities) count += countCity(list, city);
  // A walk looks at this many until the page is full.
  return count * count < limit * list.length;
}

const countCity = ({ cityStarts }: OrderedList, city: number) =>
  (cityStarts[city + 1] as number) - (cityStarts[city] as number); // the last city has an end as well

function gather(search: Search, list: OrderedList, range: Range, limit: number): Place[] {
  const { store, classes, question, part } = search;
  const [low, high] = [lowestKey(range), highestKey(range)];
  const found: Place[] = [];
  for (const city of [...(question.circle?.cities ?? []), wildcardCity(list)]) {
    const to = list.cityStarts[city + 1] as number;
    for (let at = firstBornAfter(list, city, question.bornAfter); at < to; at += 1) {
      const slot = list.citySlots[at] as number; // below the length
      const key = store.keys[slot] as number;
      if (key < low || key > high || isBehind(store, range, key, slot)) continue;
      if (!isWanted(store, classes, question, slot)) continue;
      if (part.joinedAfter !== undefined && !hasJoined(store, slot, part.joinedAfter)) continue;
      found.push({ key, slot });
    }
  }
  found.sort(inOrderOf(store));
  return found.filter(({ slot }) => isVisible(store, question, slot)).slice(0, limit);
}

const lowestKey = ({ list, from, to }: Range) => (from < to ? (list.keys[from] as number) : Number.POSITIVE_INFINITY);
const highestKey = ({ list, from, to }: Range) =>
  from < to ? (list.keys[to - 1] as number) : Number.NEGATIVE_INFINITY;

/** Everybody who is present, in the order of the pages. */
function findPresent({ store, classes, question, part }: Search): Found[] {
  const { seed, endSegment, after, joinedAfter } = part;
  const found: Found[] = [];
  for (const slot of classes.listed) {
    if (store.listOf[slot] === 0) continue;
    const [role, tier] = placeOf(store, slot);
    if (!question.roles.includes(role) || !isWanted(store, classes, question, slot)) continue;
    if (joinedAfter !== undefined && !hasJoined(store, slot, joinedAfter)) continue;
    const key = store.keys[slot] as number;
    const segment = 2 * tier + (key < seed ? 1 : 0);
    if (segment >= endSegment || (after && isPast(store, after, { segment, key, slot }))) continue;
    if (isVisible(store, question, slot)) found.push({ slot, key, segment, id: idOf(store.table, slot) });
  }
  const inOrder = inOrderOf(store);
  return found.sort((one, other) => one.segment - other.segment || inOrder(one, other));
}

/** The role and tier of the list that a member is in. */
export function placeOf(store: MemberStore, slot: number): [role: number, tier: number] {
  const list = (store.listOf[slot] as number) - 1; // of a slot in use
  return [Math.floor(list / TIERS), list % TIERS];
}

/** Whether a member comes no later than the end of the page before. */
function isPast(store: MemberStore, after: Position, one: { segment: number; key: number; slot: number }): boolean {
  if (one.segment !== after.segment) return one.segment < after.segment;
  return one.key !== after.key ? one.key < after.key : idOf(store.table, one.slot) <= after.id;
}

function isBehind({ table }: MemberStore, { firstKey, afterId }: Range, key: number, slot: number): boolean {
  if (key !== firstKey || !afterId) return false;
  return Buffer.compare(table.ids.subarray(slot * 16, slot * 16 + 16), afterId) <= 0;
}

const hasJoined = (store: MemberStore, slot: number, after: number) =>
  (store.joinedAt[slot] as number) > after && !((store.flags[slot] as number) & FLAG.managed);

/** Not the viewer, and nobody who is hidden from them. */
function isVisible({ table }: MemberStore, { viewerId, hidden }: Question, slot: number): boolean {
  const id = idOf(table, slot);
  return id !== viewerId && !hidden.has(id);
}
