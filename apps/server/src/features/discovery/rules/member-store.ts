import { TIERS } from "../../../base/members/premium-rules.ts";
import { FLAG, LISTS, type MemberFacts } from "./member-facts.ts";
import {
  buildOrderedList,
  type Entry,
  insertEntry,
  makeOrderedList,
  type OrderedList,
  PLACE,
  removeEntry,
} from "./ordered-list.ts";
import { addSlot, compareIds, findSlot, makeSlotTable, removeSlot, type SlotTable, widen } from "./slot-table.ts";

/** Everybody whom discovery may show, by slots. It holds plain values and arrays only, so that a thread can hand it over. */
export type MemberStore = {
  table: SlotTable;
  /** The members who are there. */
  size: number;
  /** Of each slot: the number of its list, plus one; 0 when nobody has it. */
  listOf: Uint8Array<ArrayBuffer>;
  flags: Uint8Array<ArrayBuffer>;
  keys: Int32Array<ArrayBuffer>;
  births: Int32Array<ArrayBuffer>;
  /** The numbers of cities, in the order in which they were given. */
  cities: Uint16Array<ArrayBuffer>;
  joinedAt: Float64Array<ArrayBuffer>;
  premiumUntil: Float64Array<ArrayBuffer>;
  highlightedUntil: Float64Array<ArrayBuffer>;
  activeAt: Float64Array<ArrayBuffer>;
  /** Where the texts of the slot begin. */
  textAt: Uint32Array<ArrayBuffer>;
  texts: Uint8Array<ArrayBuffer>;
  textsEnd: number;
  /** Bytes of the texts that nobody has any more. */
  textsLost: number;
  /** Those who are shown as available for a while. */
  available: Map<number, { from: number; until: number }>;
  /** One for each role and tier. */
  lists: OrderedList[];
  /** The same of those alone who had joined after this moment. */
  newcomersSince: number;
  newcomers: OrderedList[];
  /** The numbers of cities by their ids. */
  cityNumbers: Map<number, number>;
};

type Options = { capacity: number; cityIds: readonly number[]; newcomersSince: number };

// A name, a photo's name, its size and its thumbhash.
const TEXT_BYTES = 72;

export function makeMemberStore({ capacity, cityIds, newcomersSince }: Options): MemberStore {
  const room = Math.max(64, Math.ceil(capacity * 1.03));
  return {
    table: makeSlotTable(room),
    size: 0,
    listOf: new Uint8Array(room),
    flags: new Uint8Array(room),
    keys: new Int32Array(room),
    births: new Int32Array(room),
    cities: new Uint16Array(room),
    joinedAt: new Float64Array(room),
    premiumUntil: new Float64Array(room),
    highlightedUntil: new Float64Array(room),
    activeAt: new Float64Array(room),
    textAt: new Uint32Array(room),
    texts: new Uint8Array(room * TEXT_BYTES),
    textsEnd: 0,
    textsLost: 0,
    available: new Map(),
    lists: Array.from({ length: LISTS }, () => makeOrderedList(cityIds.length)),
    newcomersSince,
    newcomers: Array.from({ length: LISTS }, () => makeOrderedList(cityIds.length)),
    cityNumbers: new Map(cityIds.map((id, number) => [id, number])),
  };
}

export const listNumber = (role: number, tier: number): number => role * TIERS + tier;

/** Adds a member, or changes what is known of one; answers the slot. */
export function putMember(store: MemberStore, facts: MemberFacts): number {
  const known = findSlot(store.table, facts.id);
  const before = known === undefined ? undefined : placeInLists(store, known);
  const slot = known ?? addSlot(store.table, facts.id);
  if (known !== undefined) forgetFacts(store, known);
  writeFacts(store, slot, facts);
  const after = placeInLists(store, slot);
  // Most changes leave members where they are, and moving one in a long list takes far longer than all else.
  if (before && isSamePlace(before, after)) return slot;
  if (before) leaveLists(store, before);
  joinLists(store, after);
  return slot;
}

/** Removes a member; answers whose slot it was. */
export function removeMember(store: MemberStore, id: Uint8Array): number | undefined {
  const slot = findSlot(store.table, id);
  if (slot === undefined) return undefined;
  leaveLists(store, placeInLists(store, slot));
  forgetFacts(store, slot);
  store.listOf[slot] = 0;
  removeSlot(store.table, slot);
  return slot;
}

function forgetFacts(store: MemberStore, slot: number): void {
  store.available.delete(slot);
  store.size -= 1;
  store.textsLost += TEXT_BYTES;
}

type PlaceInLists = { list: number; isNewcomer: boolean; entry: Entry };

function placeInLists(store: MemberStore, slot: number): PlaceInLists {
  const isNewcomer = (store.joinedAt[slot] as number) > store.newcomersSince; // of a slot in use, as the list
  return { list: (store.listOf[slot] as number) - 1, isNewcomer, entry: entryOf(store, slot) };
}

function isSamePlace(one: PlaceInLists, other: PlaceInLists): boolean {
  if (one.list !== other.list || one.isNewcomer !== other.isNewcomer) return false;
  const { key, birth, place } = one.entry;
  return key === other.entry.key && birth === other.entry.birth && place === other.entry.place;
}

function joinLists(store: MemberStore, { list, isNewcomer, entry }: PlaceInLists): void {
  for (const lists of isNewcomer ? [store.lists, store.newcomers] : [store.lists])
    insertEntry(lists[list] as OrderedList, entry, comparerOf(store)); // one for each role and tier
}

function leaveLists(store: MemberStore, { list, isNewcomer, entry }: PlaceInLists): void {
  for (const lists of isNewcomer ? [store.lists, store.newcomers] : [store.lists])
    removeEntry(lists[list] as OrderedList, entry, comparerOf(store)); // one for each role and tier
}

const comparerOf =
  ({ table }: MemberStore) =>
  (one: number, other: number): number =>
    compareIds(table, one, other);

/** Adds members without listing them: `listMembers` must follow. */
export function addUnlisted(store: MemberStore, facts: MemberFacts): void {
  writeFacts(store, addSlot(store.table, facts.id), facts);
}

/** Makes the lists of all who have a slot. */
export function listMembers(store: MemberStore): void {
  const entries: Entry[][] = Array.from({ length: LISTS }, () => []);
  for (let slot = 0; slot < store.table.end; slot += 1) {
    const list = (store.listOf[slot] as number) - 1;
    if (list >= 0) entries[list]?.push(entryOf(store, slot));
  }
  const [cities, compare] = [store.cityNumbers.size, comparerOf(store)];
  store.lists = entries.map((one) => buildOrderedList(cities, one, compare));
  const isNewcomer = ({ slot }: Entry) => (store.joinedAt[slot] as number) > store.newcomersSince;
  store.newcomers = entries.map((one) => buildOrderedList(cities, one.filter(isNewcomer), compare));
}

function entryOf(store: MemberStore, slot: number): Entry {
  const flags = store.flags[slot] as number; // of a slot in use
  const marks = (flags & FLAG.wildcard ? PLACE.wildcard : 0) | (flags & FLAG.verified ? PLACE.verified : 0);
  return {
    slot,
    key: store.keys[slot] as number,
    birth: store.births[slot] as number,
    place: (store.cities[slot] as number) | marks,
  };
}

function writeFacts(store: MemberStore, slot: number, facts: MemberFacts): void {
  if (slot >= store.listOf.length) widenSlots(store);
  store.size += 1;
  store.listOf[slot] = listNumber(facts.role, facts.tier) + 1;
  store.flags[slot] = facts.flags;
  store.keys[slot] = facts.key;
  store.births[slot] = facts.birth;
  store.cities[slot] = store.cityNumbers.get(facts.cityId) ?? 0;
  store.joinedAt[slot] = facts.joinedAt;
  store.premiumUntil[slot] = facts.premiumUntil;
  store.highlightedUntil[slot] = facts.highlightedUntil;
  store.activeAt[slot] = facts.activeAt;
  if (facts.availableUntil > 0) store.available.set(slot, { from: facts.availableFrom, until: facts.availableUntil });
  store.textAt[slot] = writeTexts(store, facts);
}

function widenSlots(store: MemberStore): void {
  store.listOf = widen(store.listOf);
  store.flags = widen(store.flags);
  store.keys = widen(store.keys);
  store.births = widen(store.births);
  store.cities = widen(store.cities);
  store.joinedAt = widen(store.joinedAt);
  store.premiumUntil = widen(store.premiumUntil);
  store.highlightedUntil = widen(store.highlightedUntil);
  store.activeAt = widen(store.activeAt);
  store.textAt = widen(store.textAt);
}

/** Appends the texts of a member; answers where they begin. */
function writeTexts(store: MemberStore, { name, photo }: MemberFacts): number {
  const length = 1 + name.length + (photo ? 16 + 8 + 2 + photo.thumbhash.length : 0);
  while (store.textsEnd + length > store.texts.length) store.texts = widen(store.texts, TEXT_BYTES);
  const { texts, textsEnd: start } = store;
  texts[start] = name.length;
  texts.set(name, start + 1);
  store.textsEnd += length;
  if (!photo) return start;
  const bytes = Buffer.from(texts.buffer);
  let at = start + 1 + name.length;
  at += bytes.write(photo.name, at, "hex");
  at = bytes.writeUInt32LE(photo.width, at);
  at = bytes.writeUInt32LE(photo.height, at);
  at = bytes.writeUInt16LE(photo.thumbhash.length, at);
  texts.set(photo.thumbhash, at);
  return start;
}

/** The name of a member, and their main photo. */
export function readTexts(store: MemberStore, slot: number) {
  const bytes = Buffer.from(store.texts.buffer);
  const start = store.textAt[slot] as number; // of a slot in use
  const nameEnd = start + 1 + (store.texts[start] as number);
  const name = bytes.toString("utf8", start + 1, nameEnd);
  if (!((store.flags[slot] as number) & FLAG.hasPhoto)) return { name, photo: undefined };
  const hashAt = nameEnd + 16 + 8 + 2;
  const photo = {
    name: bytes.toString("hex", nameEnd, nameEnd + 16),
    width: bytes.readUInt32LE(nameEnd + 16),
    height: bytes.readUInt32LE(nameEnd + 20),
    thumbhash: bytes.toString("latin1", hashAt, hashAt + bytes.readUInt16LE(nameEnd + 24)),
  };
  return { name, photo };
}

/** The bytes of the arrays, for each member. */
export function bytesPerMember(store: MemberStore): number {
  const lists = [...store.lists, ...store.newcomers].flatMap((list) => Object.values(list));
  const arrays = [...Object.values(store), ...Object.values(store.table), ...lists];
  const bytes = arrays.reduce<number>((sum, one) => sum + (ArrayBuffer.isView(one) ? one.byteLength : 0), 0);
  return bytes / Math.max(1, store.size);
}
