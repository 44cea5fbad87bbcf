import {
  activeAtOf,
  birthDayOf,
  type Columns,
  isTaken,
  joinedAtOf,
  keyOf,
  listOf,
  makeColumns,
  marksOf,
  PLACE,
  placeOf,
  STATE,
  stateOf,
  textStartOf,
  widenColumns,
} from "./columns.ts";
import {
  buildOrderedList,
  DAYS,
  FIRST_DAY,
  insertSlot,
  type ListShape,
  type Members,
  makeOrderedList,
  type OrderedList,
  takeSlot,
} from "./ordered-list.ts";
import { addSlot, findSlot, idOf, makeSlotTable, removeSlot } from "./slot-table.ts";
import { addText, loseText, makeTexts, readText, type Texts } from "./texts.ts";
import type { IndexShape, MemberRecord } from "./types.ts";

/** All members, as data without functions, so that a thread can transfer it. */
export type IndexMemory = Members & {
  shape: IndexShape;
  /** The city numbers by city id. */
  cityNumbers: Map<number, number>;
  size: number;
  columns: Columns;
  texts: Texts;
  /** One list for each group and tier. */
  lists: OrderedList[];
  /** Lists of the members who joined after `recentJoinsSince`. */
  recentJoins: OrderedList[];
};

// The average bytes of a text with a name and a photo.
const TEXT_BYTES = 88;
const MARKS_MAX = 8;
const LISTS_MAX = 255;

export function makeMemory(shape: IndexShape, capacity: number): IndexMemory {
  const { groups, tiers, marks, cityIds } = shape;
  if (groups * tiers > LISTS_MAX || marks > MARKS_MAX || cityIds.length > PLACE.city)
    throw new RangeError("the index of members is not made for so many lists, marks or cities");
  const room = Math.max(64, Math.ceil(capacity * 1.03));
  const listsOf = (listShape: ListShape) => Array.from({ length: groups * tiers }, () => makeOrderedList(listShape));
  return {
    shape,
    cityNumbers: new Map(cityIds.map((id, number) => [id, number])),
    table: makeSlotTable(room),
    size: 0,
    columns: makeColumns(room),
    texts: makeTexts(room * TEXT_BYTES),
    lists: listsOf(listShapeOf(shape)),
    recentJoins: listsOf(recentJoinsShapeOf(shape)),
  };
}

const listShapeOf = ({ cityIds, marks }: IndexShape): ListShape => ({ cities: cityIds.length, births: 1 + marks });
const recentJoinsShapeOf = ({ cityIds }: IndexShape): ListShape => ({ cities: cityIds.length, births: 0 });

export function listAt({ shape: { tiers } }: IndexMemory, lists: OrderedList[], group: number, tier: number) {
  const list = lists[group * tiers + tier];
  if (!list || tier >= tiers) throw new RangeError(`the index has no group ${group} with a tier ${tier}`);
  return list;
}

function groupAndTier({ shape: { tiers }, columns }: IndexMemory, slot: number): [group: number, tier: number] {
  const list = listOf(columns, slot);
  return [Math.floor(list / tiers), list % tiers];
}

/**
 * Converts a record into the values of the columns.
 * @throws RangeError when the index cannot hold it
 */
function valuesOf({ shape, cityNumbers }: IndexMemory, record: MemberRecord) {
  const { group, tier, key, birthDay, cityId, marks, joinedAt } = record;
  const city = cityNumbers.get(cityId);
  const isWithin = (value: number, end: number) => Number.isInteger(value) && value >= 0 && value < end;
  const fits =
    isWithin(group, shape.groups) &&
    isWithin(tier, shape.tiers) &&
    isWithin(key, 2 ** 31) &&
    isWithin(birthDay - FIRST_DAY, DAYS) &&
    isWithin(marks, 2 ** shape.marks);
  if (!fits || city === undefined) throw new RangeError(`the index of members cannot hold ${record.id}`);
  return {
    list: group * shape.tiers + tier,
    key,
    birthDay,
    place: city | (record.isEverywhere ? PLACE.everywhere : 0),
    marks,
    isRecentJoin: joinedAt > shape.recentJoinsSince,
  };
}

type Values = ReturnType<typeof valuesOf> & { textStart: number };

/** Whether a change leaves a member's list entries unchanged. */
function isPlacedAlike({ shape, columns }: IndexMemory, slot: number, values: ReturnType<typeof valuesOf>): boolean {
  return (
    listOf(columns, slot) === values.list &&
    keyOf(columns, slot) === values.key &&
    birthDayOf(columns, slot) === values.birthDay &&
    placeOf(columns, slot) === values.place &&
    marksOf(columns, slot) === values.marks &&
    joinedAtOf(columns, slot) > shape.recentJoinsSince === values.isRecentJoin
  );
}

/**
 * Adds a member, or changes the facts about one. Returns the slot.
 * @throws RangeError when the index cannot hold the record
 */
export function putMember(memory: IndexMemory, record: MemberRecord): number {
  const placed = valuesOf(memory, record);
  const knownSlot = findSlot(memory.table, record.id);
  const values = { ...placed, textStart: addText(memory.texts, record.text) };
  if (knownSlot === undefined) {
    const addedSlot = writeMember(memory, addSlot(memory.table, record.id), record, values);
    for (const list of listsWith(memory, addedSlot)) insertSlot(list, memory, addedSlot);
    return addedSlot;
  }
  // Most changes leave the entries unchanged, and moving an entry within a long list is by far the slowest part.
  const moves = !isPlacedAlike(memory, knownSlot, values);
  if (moves) for (const list of listsWith(memory, knownSlot)) takeSlot(list, memory, knownSlot);
  loseMember(memory, knownSlot);
  writeMember(memory, knownSlot, record, values);
  if (moves) for (const list of listsWith(memory, knownSlot)) insertSlot(list, memory, knownSlot);
  return knownSlot;
}

/** Removes a member and returns their slot; undefined for an unknown member. */
export function removeMember(memory: IndexMemory, id: string): number | undefined {
  const slot = findSlot(memory.table, id);
  if (slot === undefined) return undefined;
  for (const list of listsWith(memory, slot)) takeSlot(list, memory, slot);
  loseMember(memory, slot);
  memory.columns.lists[slot] = 0;
  removeSlot(memory.table, slot);
  return slot;
}

/**
 * Adds a member without putting them into the lists: `listMembers` must follow.
 * @throws RangeError when the index cannot hold the record
 */
export function addUnlisted(memory: IndexMemory, record: MemberRecord): void {
  const values = { ...valuesOf(memory, record), textStart: addText(memory.texts, record.text) };
  writeMember(memory, addSlot(memory.table, record.id), record, values);
}

/** Builds the lists of all members with a slot. */
export function listMembers(memory: IndexMemory): void {
  const { shape, columns, table } = memory;
  const slots: number[][] = memory.lists.map(() => []);
  for (let slot = 0; slot < table.end; slot += 1) if (isTaken(columns, slot)) slots[listOf(columns, slot)]?.push(slot);
  const isRecentJoin = (slot: number) => joinedAtOf(columns, slot) > shape.recentJoinsSince;
  memory.lists = slots.map((listedSlots) => buildOrderedList(listShapeOf(shape), memory, listedSlots));
  memory.recentJoins = slots.map((listedSlots) =>
    buildOrderedList(recentJoinsShapeOf(shape), memory, listedSlots.filter(isRecentJoin)),
  );
}

/** Returns the lists that contain a member, according to the columns. */
function listsWith(memory: IndexMemory, slot: number): OrderedList[] {
  const { shape, columns, lists, recentJoins } = memory;
  const isRecentJoin = joinedAtOf(columns, slot) > shape.recentJoinsSince;
  return (isRecentJoin ? [lists, recentJoins] : [lists]).map((kind) =>
    listAt(memory, kind, ...groupAndTier(memory, slot)),
  );
}

function loseMember(memory: IndexMemory, slot: number): void {
  memory.size -= 1;
  loseText(memory.texts, textStartOf(memory.columns, slot));
}

function writeMember(memory: IndexMemory, slot: number, record: MemberRecord, values: Values): number {
  const { columns } = memory;
  if (slot >= columns.lists.length) widenColumns(columns);
  memory.size += 1;
  columns.lists[slot] = values.list + 1;
  columns.marks[slot] = values.marks;
  columns.keys[slot] = values.key;
  columns.birthDays[slot] = values.birthDay;
  columns.places[slot] = values.place;
  columns.joinedAt[slot] = record.joinedAt;
  columns.activeAt[slot] = record.activeAt;
  columns.states[slot] = (record.hidesPresence ? STATE.hidesPresence : 0) | (record.hasLeft ? STATE.hasLeft : 0);
  columns.texts[slot] = values.textStart;
  return slot;
}

export function readMember(memory: IndexMemory, slot: number): MemberRecord {
  const { shape, columns, texts, table } = memory;
  const [[group, tier], place, state] = [groupAndTier(memory, slot), placeOf(columns, slot), stateOf(columns, slot)];
  const cityId = shape.cityIds[place & PLACE.city];
  if (cityId === undefined) throw new RangeError("the index has no such city");
  return {
    id: idOf(table, slot),
    group,
    tier,
    key: keyOf(columns, slot),
    birthDay: birthDayOf(columns, slot),
    cityId,
    isEverywhere: (place & PLACE.everywhere) !== 0,
    marks: marksOf(columns, slot),
    joinedAt: joinedAtOf(columns, slot),
    activeAt: activeAtOf(columns, slot),
    hasLeft: (state & STATE.hasLeft) !== 0,
    hidesPresence: (state & STATE.hidesPresence) !== 0,
    text: readText(texts, textStartOf(columns, slot)),
  };
}

/** Returns the buffers of all arrays, which a thread may transfer instead of copying. */
export function buffersOf({ table, columns, texts, lists, recentJoins }: IndexMemory): ArrayBuffer[] {
  const arrays = [
    table.ids,
    table.buckets,
    texts.bytes,
    ...Object.values(columns),
    ...[...lists, ...recentJoins].flatMap(({ order, byCity, cityStarts, births }) => [
      ...Object.values(order),
      ...Object.values(byCity),
      cityStarts,
      ...births,
    ]),
  ];
  return arrays.map(({ buffer }) => buffer);
}
