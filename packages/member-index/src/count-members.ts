import { int32At, uint8At, uint16At, uint32At } from "./arrays.ts";
import { joinedAtOf, marksOf } from "./columns.ts";
import { listAt } from "./memory.ts";
import { cityEnd, cityStart, countDays, everywhereOf, firstBornAfter, type OrderedList } from "./ordered-list.ts";
import { PRESENCE } from "./presence.ts";
import { type Criteria, isWanted, isWithin, readQuestion, type SearchedIndex, tierWanted } from "./question.ts";
import { findSlot } from "./slot-table.ts";
import type { Counts, Question } from "./types.ts";

type Count = SearchedIndex & { wanted: Criteria; joinedAfter: number; counts: Counts };

/** Counts the members that match a question. `joinedAfter` must not be before `recentJoinsSince`. */
export function countMembers(index: SearchedIndex, question: Question, joinedAfter: number): Counts {
  const { memory, classes } = index;
  const counts: Counts = { tiers: new Array<number>(memory.shape.tiers).fill(0), joined: 0 };
  const count = { ...index, wanted: readQuestion(index, question), joinedAfter, counts };
  if (count.wanted.presence === PRESENCE.absent) countListed(count);
  else for (const slot of classes.listed) addMember(count, slot, 1);
  for (const id of question.without) {
    const slot = findSlot(memory.table, id);
    if (slot !== undefined) addMember(count, slot, -1);
  }
  return counts;
}

/** Adds a member to the count, or subtracts them, if they match. */
function addMember(count: Count, slot: number, by: 1 | -1): void {
  const { memory, wanted: criteria, counts, joinedAfter } = count;
  const tier = tierWanted(memory, criteria, slot);
  if (tier < 0 || !isWanted(count, criteria, slot)) return;
  addTo(counts, tier, by);
  if (joinedAtOf(memory.columns, slot) > joinedAfter) counts.joined += by;
}

function addTo({ tiers }: Counts, tier: number, by: number): void {
  tiers[tier] = (tiers[tier] ?? 0) + by;
}

function countListed(count: Count): void {
  const { memory, wanted: criteria, counts } = count;
  for (const group of criteria.groups) {
    for (let tier = 0; tier < memory.shape.tiers; tier += 1) {
      addTo(counts, tier, countList(count, listAt(memory, memory.lists, group, tier)));
      counts.joined += countJoined(count, listAt(memory, memory.recentJoins, group, tier));
    }
  }
}

function countList(count: Count, list: OrderedList): number {
  const { circle, marks, bornAfter, bornUntil } = count.wanted;
  if (circle) {
    let sum = countCity(count, list, everywhereOf(list));
    for (const city of circle.cities) sum += countCity(count, list, city);
    return sum;
  }
  // `births` starts with the counts of all members, then those per mark. No counts combine several marks.
  const births = list.births[marks === 0 ? 0 : 32 - Math.clz32(marks)];
  const isCounted = (marks & (marks - 1)) === 0;
  return isCounted && births ? countDays(births, bornAfter, bornUntil) : countWithMarks(list, count.wanted);
}

function countWithMarks({ order, length }: OrderedList, { marks, bornAfter, bornUntil }: Criteria): number {
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    const birthDay = int32At(order.birthDays, at);
    if ((uint8At(order.marks, at) & marks) === marks && birthDay > bornAfter && birthDay <= bornUntil) sum += 1;
  }
  return sum;
}

function countCity({ memory: { columns }, wanted: criteria }: Count, list: OrderedList, city: number): number {
  if (cityStart(list, city) === cityEnd(list, city)) return 0;
  const { bornAfter, bornUntil, marks } = criteria;
  const [from, to] = [firstBornAfter(list, city, bornAfter), firstBornAfter(list, city, bornUntil)];
  if (marks === 0) return Math.max(0, to - from);
  let sum = 0;
  for (let at = from; at < to; at += 1)
    if ((marksOf(columns, uint32At(list.byCity.slots, at)) & marks) === marks) sum += 1;
  return sum;
}

function countJoined(
  { memory: { columns }, wanted: criteria, joinedAfter }: Count,
  { order, length }: OrderedList,
): number {
  const { bornAfter, bornUntil, circle, marks } = criteria;
  let sum = 0;
  for (let at = 0; at < length; at += 1) {
    const birthDay = int32At(order.birthDays, at);
    if (birthDay <= bornAfter || birthDay > bornUntil) continue;
    if (circle && !isWithin(circle, uint16At(order.places, at))) continue;
    if ((uint8At(order.marks, at) & marks) !== marks) continue;
    if (joinedAtOf(columns, uint32At(order.slots, at)) > joinedAfter) sum += 1;
  }
  return sum;
}
