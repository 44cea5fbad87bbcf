import { firstAfter, int32At, sortedBy, uint32At, widened } from "./arrays.ts";
import { birthDayOf, type Columns, keyOf, marksOf, PLACE, placeOf } from "./columns.ts";
import { compareSlots, type SlotTable } from "./slot-table.ts";

/** The number of members born on each day, as a Fenwick tree for fast range counts. */
type DayCounts = Int32Array<ArrayBuffer>;

/** Days of birth count from 1970, and range from 1870 to 2053. */
export const FIRST_DAY = -36_524;
export const DAYS = 67_000;

const makeDayCounts = (): DayCounts => new Int32Array(DAYS + 1);

function addDay(counts: DayCounts, day: number, by: 1 | -1): void {
  for (let at = day - FIRST_DAY + 1; at <= DAYS; at += at & -at) counts[at] = int32At(counts, at) + by;
}

/** Returns the number of members born after `after` and not after `until`. */
export function countDays(counts: DayCounts, after: number, until: number): number {
  return after >= until ? 0 : countUntil(counts, until) - countUntil(counts, after);
}

function countUntil(counts: DayCounts, day: number): number {
  let sum = 0;
  for (let at = Math.min(DAYS, day - FIRST_DAY + 1); at > 0; at -= at & -at) sum += int32At(counts, at);
  return sum;
}

/** The slots of the members, and the facts about them. */
export type Members = { table: SlotTable; columns: Columns };

/**
 * A list has its members twice: in page order, with the facts that filters check first, and by city and day of birth.
 * There, members who are in every city have a separate last city.
 */
export type OrderedList = {
  length: number;
  order: {
    keys: Int32Array<ArrayBuffer>;
    slots: Uint32Array<ArrayBuffer>;
    birthDays: Int32Array<ArrayBuffer>;
    places: Uint16Array<ArrayBuffer>;
    marks: Uint8Array<ArrayBuffer>;
  };
  byCity: { slots: Uint32Array<ArrayBuffer>; birthDays: Int32Array<ArrayBuffer> };
  /** The start of each city in `byCity`, and the end of the last one. */
  cityStarts: Uint32Array<ArrayBuffer>;
  /** The birth counts of all members, and per mark; empty for a list that is never counted. */
  births: DayCounts[];
};

/** `births`: the number of birth counts of the list, including that of all members. */
export type ListShape = { cities: number; births: number };

export function makeOrderedList({ cities, births }: ListShape, capacity = 16): OrderedList {
  return {
    length: 0,
    order: {
      keys: new Int32Array(capacity),
      slots: new Uint32Array(capacity),
      birthDays: new Int32Array(capacity),
      places: new Uint16Array(capacity),
      marks: new Uint8Array(capacity),
    },
    byCity: { slots: new Uint32Array(capacity), birthDays: new Int32Array(capacity) },
    cityStarts: new Uint32Array(cities + 2),
    births: Array.from({ length: births }, makeDayCounts),
  };
}

export const everywhereOf = (list: OrderedList): number => list.cityStarts.length - 2;
export const cityStart = (list: OrderedList, city: number): number => uint32At(list.cityStarts, city);
export const cityEnd = (list: OrderedList, city: number): number => uint32At(list.cityStarts, city + 1);

const cityOf = (list: OrderedList, place: number) =>
  place & PLACE.everywhere ? everywhereOf(list) : place & PLACE.city;

/** Returns the first position whose key is at least `key`. */
export function firstFrom({ order: { keys }, length }: OrderedList, key: number): number {
  return firstAfter(0, length, (at) => int32At(keys, at) < key);
}

/** Returns the position in `byCity` of the first member of a city born after a day. */
export function firstBornAfter(list: OrderedList, city: number, day: number): number {
  const { birthDays } = list.byCity;
  return firstAfter(cityStart(list, city), cityEnd(list, city), (at) => int32At(birthDays, at) <= day);
}

/** Returns a member's actual or insertion position, by key and id. */
function positionOf(list: OrderedList, { table, columns }: Members, slot: number): number {
  const { keys, slots } = list.order;
  const key = keyOf(columns, slot);
  const isBefore = (at: number) =>
    int32At(keys, at) < key || (int32At(keys, at) === key && compareSlots(table, uint32At(slots, at), slot) < 0);
  return firstAfter(0, list.length, isBefore);
}

/** Inserts a member, as described by the columns, into both orders of the list. */
export function insertSlot(list: OrderedList, members: Members, slot: number): void {
  if (list.length === list.order.keys.length) widenList(list);
  const { columns } = members;
  const { order, byCity, length } = list;
  const [birthDay, city] = [birthDayOf(columns, slot), cityOf(list, placeOf(columns, slot))];
  const [at, inCity] = [positionOf(list, members, slot), firstBornAfter(list, city, birthDay)];
  for (const column of Object.values(order)) column.copyWithin(at + 1, at, length);
  writeEntry(list, columns, at, slot);
  for (const column of Object.values(byCity)) column.copyWithin(inCity + 1, inCity, length);
  byCity.slots[inCity] = slot;
  byCity.birthDays[inCity] = birthDay;
  moveCities(list, city, 1);
  list.length += 1;
  countBirth(list, columns, slot, 1);
}

/** Removes a member from both orders. The columns must be unchanged since the insertion. */
export function takeSlot(list: OrderedList, members: Members, slot: number): void {
  const { columns } = members;
  const { order, byCity, length } = list;
  const [birthDay, city] = [birthDayOf(columns, slot), cityOf(list, placeOf(columns, slot))];
  const at = positionOf(list, members, slot);
  if (at === length || order.slots[at] !== slot)
    throw new Error("the index lists a member in another place than it has");
  for (const column of Object.values(order)) column.copyWithin(at, at + 1, length);
  let inCity = firstBornAfter(list, city, birthDay - 1);
  while (uint32At(byCity.slots, inCity) !== slot) inCity += 1;
  for (const column of Object.values(byCity)) column.copyWithin(inCity, inCity + 1, length);
  moveCities(list, city, -1);
  list.length -= 1;
  countBirth(list, columns, slot, -1);
}

function writeEntry({ order }: OrderedList, columns: Columns, at: number, slot: number): void {
  order.keys[at] = keyOf(columns, slot);
  order.slots[at] = slot;
  order.birthDays[at] = birthDayOf(columns, slot);
  order.places[at] = placeOf(columns, slot);
  order.marks[at] = marksOf(columns, slot);
}

/** Shifts the starts of all cities after `city`. */
function moveCities({ cityStarts }: OrderedList, city: number, by: 1 | -1): void {
  for (let next = city + 1; next < cityStarts.length; next += 1) cityStarts[next] = uint32At(cityStarts, next) + by;
}

function countBirth({ births }: OrderedList, columns: Columns, slot: number, by: 1 | -1): void {
  const [birthDay, marks] = [birthDayOf(columns, slot), marksOf(columns, slot)];
  for (const [index, counts] of births.entries())
    if (index === 0 || marks & (1 << (index - 1))) addDay(counts, birthDay, by);
}

function widenList({ order, byCity }: OrderedList): void {
  order.keys = new Int32Array(widened(order.keys, 4));
  order.slots = new Uint32Array(widened(order.slots, 4));
  order.birthDays = new Int32Array(widened(order.birthDays, 4));
  order.places = new Uint16Array(widened(order.places, 2));
  order.marks = new Uint8Array(widened(order.marks, 1));
  byCity.slots = new Uint32Array(widened(byCity.slots, 4));
  byCity.birthDays = new Int32Array(widened(byCity.birthDays, 4));
}

/** Builds the list of many members. Sorting all at once is far faster than inserting one by one. */
export function buildOrderedList(shape: ListShape, { table, columns }: Members, slots: readonly number[]): OrderedList {
  const list = makeOrderedList(shape, Math.ceil(slots.length * 1.05) + 16);
  list.length = slots.length;
  const byKey = sortedBy(slots, (slot) => keyOf(columns, slot));
  orderEqualKeys(byKey, columns, (first, second) => compareSlots(table, first, second));
  for (const [at, slot] of byKey.entries()) {
    writeEntry(list, columns, at, slot);
    countBirth(list, columns, slot, 1);
  }
  const cityOfSlot = (slot: number) => cityOf(list, placeOf(columns, slot));
  const byCity = sortedBy(slots, (slot) => cityOfSlot(slot) * DAYS + birthDayOf(columns, slot) - FIRST_DAY);
  for (const [at, slot] of byCity.entries()) {
    list.byCity.slots[at] = slot;
    list.byCity.birthDays[at] = birthDayOf(columns, slot);
    list.cityStarts[cityOfSlot(slot) + 1] = at + 1;
  }
  // A city without members starts where the previous one ends.
  for (let city = 1; city < list.cityStarts.length; city += 1)
    list.cityStarts[city] = Math.max(cityStart(list, city), cityStart(list, city - 1));
  return list;
}

/** Orders members with the same key by their ids. */
function orderEqualKeys(
  slots: Uint32Array,
  columns: Columns,
  compare: (first: number, second: number) => number,
): void {
  const keyAt = (at: number) => keyOf(columns, uint32At(slots, at));
  for (let from = 0; from < slots.length; ) {
    let to = from + 1;
    while (to < slots.length && keyAt(to) === keyAt(from)) to += 1;
    if (to - from > 1) slots.subarray(from, to).sort(compare);
    from = to;
  }
}
