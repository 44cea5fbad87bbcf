import { int32At, uint8At, uint16At, uint32At } from "./arrays.ts";
import { joinedAtOf, keyOf } from "./columns.ts";
import { type IndexMemory, listAt } from "./memory.ts";
import { cityEnd, cityStart, everywhereOf, firstBornAfter, firstFrom, type OrderedList } from "./ordered-list.ts";
import { classOf, PRESENCE } from "./presence.ts";
import { type Criteria, isWanted, isWithin, readQuestion, type SearchedIndex, tierWanted } from "./question.ts";
import { bytesOfId, compareSlots, compareWithId, idOf } from "./slot-table.ts";
import type { Page, Position, Question } from "./types.ts";

type Search = SearchedIndex & { wanted: Criteria; page: Page };
type FoundMember = { key: number; slot: number };

// Up to this many present members, checking each is faster than searching among all members.
const FEW_PRESENT = 2_000;

/** Returns the first members after `page.after`, in the order of the seed. */
export function findMembers(index: SearchedIndex, question: Question, page: Page): Position[] {
  const search = { ...index, wanted: readQuestion(index, question), page };
  const { table } = index.memory;
  const { after, endSegment, limit } = page;
  if (search.wanted.presence !== PRESENCE.absent && index.classes.listed.length <= FEW_PRESENT)
    return findPresent(search);
  const positions: Position[] = [];
  for (let segment = after?.segment ?? 0; segment < endSegment && positions.length < limit; segment += 1) {
    const start = segment === after?.segment ? after : undefined;
    for (const { slot, key } of listSegment(search, segment, start, limit - positions.length))
      positions.push({ segment, key, id: idOf(table, slot) });
  }
  return positions;
}

/** Returns the members of one segment, found per group and then merged. */
function listSegment(search: Search, segment: number, after: Position | undefined, limit: number): FoundMember[] {
  const { memory, wanted: criteria, page } = search;
  const [tier, isFromSeed] = [segment >> 1, segment % 2 === 0];
  const lists = page.joinedAfter === undefined ? memory.lists : memory.recentJoins;
  const [first = [], ...others] = criteria.groups.map((group) => {
    const list = listAt(memory, lists, group, tier);
    const range = rangeOf(list, isFromSeed, page.seed, after);
    return isRare(list, criteria, limit) ? gather(search, list, range, limit) : scan(search, list, range, limit);
  });
  if (others.length === 0) return first;
  return [first, ...others].flat().sort(inOrderOf(memory)).slice(0, limit);
}

const inOrderOf =
  ({ table }: IndexMemory) =>
  (first: FoundMember, second: FoundMember): number =>
    first.key - second.key || compareSlots(table, first.slot, second.slot);

/** The positions of a segment in a list. Members with the key `firstKey` must come after the id `afterId`. */
type Range = { from: number; to: number; firstKey: number; afterId: Uint8Array | undefined };

function rangeOf(list: OrderedList, isFromSeed: boolean, seed: number, after: Position | undefined): Range {
  return {
    from: firstFrom(list, after?.key ?? (isFromSeed ? seed : 0)),
    to: isFromSeed ? list.length : firstFrom(list, seed),
    firstKey: after?.key ?? -1,
    afterId: after && bytesOfId(after.id),
  };
}

/** Returns the first matching members of a range, by walking the list. */
function scan(search: Search, list: OrderedList, range: Range, limit: number): FoundMember[] {
  const { keys, slots, birthDays, places, marks } = list.order;
  const { bornAfter, bornUntil, circle, marks: wantedMarks, presence } = search.wanted;
  const foundMembers: FoundMember[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const birthDay = int32At(birthDays, at);
    if (birthDay <= bornAfter || birthDay > bornUntil) continue;
    if (circle && !isWithin(circle, uint16At(places, at))) continue;
    if (wantedMarks !== 0 && (uint8At(marks, at) & wantedMarks) !== wantedMarks) continue;
    const slot = uint32At(slots, at);
    if (presence !== PRESENCE.absent && classOf(search.classes, slot) < presence) continue;
    const key = int32At(keys, at);
    if (!hasJoined(search, slot) || isBehind(search, range, key, slot) || !isVisible(search, slot)) continue;
    foundMembers.push({ key, slot });
    if (foundMembers.length === limit) break;
  }
  return foundMembers;
}

/**
 * Whether so few members of the list live in the requested cities that collecting and sorting them is faster than
 * walking the list.
 */
function isRare(list: OrderedList, { circle }: Criteria, limit: number): boolean {
  if (!circle) return false;
  let count = 0;
  for (const city of [...circle.cities, everywhereOf(list)]) count += cityEnd(list, city) - cityStart(list, city);
  // Walking visits about `limit * list.length / count` members until the page is full; collecting visits all `count`
  // members of the cities.
  return count * count < limit * list.length;
}

function gather(search: Search, list: OrderedList, range: Range, limit: number): FoundMember[] {
  const { memory, wanted: criteria } = search;
  if (range.from >= range.to) return [];
  const [low, high] = [int32At(list.order.keys, range.from), int32At(list.order.keys, range.to - 1)];
  const foundMembers: FoundMember[] = [];
  for (const city of [...(criteria.circle?.cities ?? []), everywhereOf(list)]) {
    const to = cityEnd(list, city);
    for (let at = firstBornAfter(list, city, criteria.bornAfter); at < to; at += 1) {
      const slot = uint32At(list.byCity.slots, at);
      const key = keyOf(memory.columns, slot);
      if (key < low || key > high || isBehind(search, range, key, slot)) continue;
      if (isWanted(search, criteria, slot) && hasJoined(search, slot)) foundMembers.push({ key, slot });
    }
  }
  foundMembers.sort(inOrderOf(memory));
  return foundMembers.filter(({ slot }) => isVisible(search, slot)).slice(0, limit);
}

/** Returns the same as `findMembers`, by checking every present member. */
function findPresent(search: Search): Position[] {
  const { memory, classes, wanted: criteria, page } = search;
  const { seed, endSegment, after, limit } = page;
  const foundMembers: (FoundMember & { segment: number })[] = [];
  for (const slot of classes.listed) {
    const tier = tierWanted(memory, criteria, slot);
    if (tier < 0 || !isWanted(search, criteria, slot) || !hasJoined(search, slot)) continue;
    const key = keyOf(memory.columns, slot);
    const segment = 2 * tier + (key < seed ? 1 : 0);
    if (segment >= endSegment || (after && isPast(memory, after, { segment, key, slot }))) continue;
    if (isVisible(search, slot)) foundMembers.push({ slot, key, segment });
  }
  const inOrder = inOrderOf(memory);
  foundMembers.sort((first, second) => first.segment - second.segment || inOrder(first, second));
  return foundMembers.slice(0, limit).map(({ slot, key, segment }) => ({ segment, key, id: idOf(memory.table, slot) }));
}

/** Whether a member is not after `after`, the end of the previous page. */
function isPast(
  { table }: IndexMemory,
  after: Position,
  candidate: { segment: number; key: number; slot: number },
): boolean {
  if (candidate.segment !== after.segment) return candidate.segment < after.segment;
  return candidate.key !== after.key ? candidate.key < after.key : idOf(table, candidate.slot) <= after.id;
}

function isBehind({ memory: { table } }: Search, { firstKey, afterId }: Range, key: number, slot: number): boolean {
  return key === firstKey && afterId !== undefined && compareWithId(table, slot, afterId) <= 0;
}

const hasJoined = ({ memory, page: { joinedAfter } }: Search, slot: number) =>
  joinedAfter === undefined || joinedAtOf(memory.columns, slot) > joinedAfter;

const isVisible = ({ memory, wanted: criteria }: Search, slot: number) =>
  !criteria.without.has(idOf(memory.table, slot));
