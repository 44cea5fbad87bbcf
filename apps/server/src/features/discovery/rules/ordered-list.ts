import { addBirth, type BirthCounts, makeBirthCounts } from "./birth-counts.ts";

/** What lists hold of a member, who is known by a slot of the index. */
export type Entry = { slot: number; key: number; birth: number; place: number };

/** The place of an entry: the number of its city, and whether these hold. */
export const PLACE = { city: 0x1fff, verified: 0x4000, wildcard: 0x8000 };

/**
 * The members of a role and tier twice: in the order of the pages, with what filters look at first beside it, and by city
 * and day of birth. Members with a wildcard city are of a city of their own there, the last one.
 */
export type OrderedList = {
  length: number;
  keys: Int32Array<ArrayBuffer>;
  slots: Uint32Array<ArrayBuffer>;
  births: Int32Array<ArrayBuffer>;
  places: Uint16Array<ArrayBuffer>;
  /** Where each city begins in the two below; one more tells the end of the last. */
  cityStarts: Uint32Array<ArrayBuffer>;
  citySlots: Uint32Array<ArrayBuffer>;
  cityBirths: Int32Array<ArrayBuffer>;
  /** Of all, and of the verified. */
  birthCounts: BirthCounts;
  verifiedBirthCounts: BirthCounts;
};

/** Compares the members of two slots by their ids. */
export type CompareSlots = (one: number, other: number) => number;

export const wildcardCity = (list: OrderedList): number => list.cityStarts.length - 2;

const cityOf = (list: OrderedList, place: number) => (place & PLACE.wildcard ? wildcardCity(list) : place & PLACE.city);

export function makeOrderedList(cities: number, capacity = 16): OrderedList {
  return {
    length: 0,
    keys: new Int32Array(capacity),
    slots: new Uint32Array(capacity),
    births: new Int32Array(capacity),
    places: new Uint16Array(capacity),
    cityStarts: new Uint32Array(cities + 2),
    citySlots: new Uint32Array(capacity),
    cityBirths: new Int32Array(capacity),
    birthCounts: makeBirthCounts(),
    verifiedBirthCounts: makeBirthCounts(),
  };
}

/** The first position whose key is at least `key`. */
export function firstFrom({ keys, length }: OrderedList, key: number): number {
  return search(0, length, (at) => (keys[at] as number) < key); // below the length
}

/** The first position of a range of which `isBefore` no longer holds. */
function search(low: number, high: number, isBefore: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where those of a city begin in `citySlots` who were born after a day. */
export function firstBornAfter({ cityStarts, cityBirths }: OrderedList, city: number, day: number): number {
  const [from, to] = [cityStarts[city] ?? 0, cityStarts[city + 1] ?? 0];
  return search(from, to, (at) => (cityBirths[at] as number) <= day); // below the length
}

export function insertEntry(list: OrderedList, entry: Entry, compare: CompareSlots): void {
  const { slot, key, birth, place } = entry;
  if (list.length === list.keys.length) grow(list);
  const at = positionOf(list, entry, compare);
  for (const [column, value] of [
    [list.keys, key],
    [list.slots, slot],
    [list.births, birth],
    [list.places, place],
  ] as const)
    insertAt(column, at, list.length, value);
  const city = cityOf(list, place);
  const inCity = firstBornAfter(list, city, birth);
  insertAt(list.citySlots, inCity, list.length, slot);
  insertAt(list.cityBirths, inCity, list.length, birth);
  moveCities(list, city, 1);
  list.length += 1;
  countEntry(list, entry, 1);
}

export function removeEntry(list: OrderedList, entry: Entry, compare: CompareSlots): void {
  const { birth, place, slot } = entry;
  const at = positionOf(list, entry, compare);
  if (list.slots[at] !== slot) throw new Error("the index lists a member in another place than it has");
  for (const column of [list.keys, list.slots, list.births, list.places]) column.copyWithin(at, at + 1, list.length);
  const city = cityOf(list, place);
  let inCity = firstBornAfter(list, city, birth - 1);
  while (list.citySlots[inCity] !== slot) inCity += 1;
  list.citySlots.copyWithin(inCity, inCity + 1, list.length);
  list.cityBirths.copyWithin(inCity, inCity + 1, list.length);
  moveCities(list, city, -1);
  list.length -= 1;
  countEntry(list, entry, -1);
}

/** The cities behind one begin later, or earlier. */
function moveCities({ cityStarts }: OrderedList, city: number, by: 1 | -1): void {
  for (let next = city + 1; next < cityStarts.length; next += 1) cityStarts[next] = (cityStarts[next] ?? 0) + by;
}

function countEntry(list: OrderedList, { birth, place }: Entry, by: 1 | -1): void {
  addBirth(list.birthCounts, birth, by);
  if (place & PLACE.verified) addBirth(list.verifiedBirthCounts, birth, by);
}

/** Where an entry is, or would be, by key and id. */
function positionOf(list: OrderedList, { key, slot }: Entry, compare: CompareSlots): number {
  let at = firstFrom(list, key);
  while (at < list.length && list.keys[at] === key && compare(list.slots[at] as number, slot) < 0) at += 1;
  return at;
}

function insertAt(column: Int32Array | Uint32Array | Uint16Array, at: number, length: number, value: number): void {
  column.copyWithin(at + 1, at, length);
  column[at] = value;
}

function grow(list: OrderedList): void {
  const capacity = Math.max(64, Math.ceil(list.keys.length * 1.25));
  const copy = <A extends Int32Array | Uint32Array | Uint16Array>(to: A, from: A): A => {
    to.set(from);
    return to;
  };
  list.keys = copy(new Int32Array(capacity), list.keys);
  list.slots = copy(new Uint32Array(capacity), list.slots);
  list.births = copy(new Int32Array(capacity), list.births);
  list.places = copy(new Uint16Array(capacity), list.places);
  list.citySlots = copy(new Uint32Array(capacity), list.citySlots);
  list.cityBirths = copy(new Int32Array(capacity), list.cityBirths);
}

/** Slots and keys have this many values together, which a number holds exactly. */
const SLOTS = 2 ** 22;

/** Makes the list of all entries at once: sorted as a whole, which for many is far faster than one by one. */
export function buildOrderedList(cities: number, entries: Entry[], compare: CompareSlots): OrderedList {
  const list = makeOrderedList(cities, Math.ceil(entries.length * 1.05) + 16);
  list.length = entries.length;
  const byKey = Float64Array.from(entries, ({ key }, index) => key * SLOTS + index).sort();
  for (let at = 0; at < byKey.length; at += 1) {
    const entry = entries[(byKey[at] as number) % SLOTS] as Entry; // an index into the entries
    list.keys[at] = entry.key;
    list.slots[at] = entry.slot;
    list.births[at] = entry.birth;
    list.places[at] = entry.place;
    countEntry(list, entry, 1);
  }
  orderEqualKeys(list, compare);
  const byCity = Float64Array.from(entries, ({ place, birth }, index) => {
    // Days of birth are positive from here, and below 2^17.
    return (cityOf(list, place) * 131_072 + birth + 40_000) * SLOTS + index;
  }).sort();
  const sizes: number[] = new Array(cities + 1).fill(0);
  for (let at = 0; at < byCity.length; at += 1) {
    const entry = entries[(byCity[at] as number) % SLOTS] as Entry; // an index into the entries
    list.citySlots[at] = entry.slot;
    list.cityBirths[at] = entry.birth;
    sizes[cityOf(list, entry.place)] = (sizes[cityOf(list, entry.place)] ?? 0) + 1;
  }
  for (const [city, size] of sizes.entries()) list.cityStarts[city + 1] = (list.cityStarts[city] ?? 0) + size;
  return list;
}

/** Members with the same key are ordered by their ids. */
function orderEqualKeys(list: OrderedList, compare: CompareSlots): void {
  const { keys, slots, births, places, length } = list;
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && keys[to] === keys[from]) to += 1;
    if (to - from > 1) {
      const same = Array.from({ length: to - from }, (_, index) => from + index)
        .map((at) => ({ slot: slots[at] as number, birth: births[at] as number, place: places[at] as number }))
        .sort((one, other) => compare(one.slot, other.slot));
      for (const [index, { slot, birth, place }] of same.entries()) {
        slots[from + index] = slot;
        births[from + index] = birth;
        places[from + index] = place;
      }
    }
    from = to;
  }
}
