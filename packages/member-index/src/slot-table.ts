import { uint8At, uint32At, widened } from "./arrays.ts";

/**
 * Finds a member's slot by the 16 bytes of their id, in typed arrays: a Map with text keys would take as much memory as
 * everything else together. Slots of removed members are reused.
 */
export type SlotTable = {
  /** 16 bytes per slot. */
  ids: Uint8Array<ArrayBuffer>;
  /** A hash table with open addressing. Each entry is a slot plus one; 0 is free. Its length is a power of two. */
  buckets: Uint32Array<ArrayBuffer>;
  /** The number of slots ever assigned, and those of them that are free. */
  end: number;
  free: number[];
};

const ID_BYTES = 16;

export function makeSlotTable(capacity: number): SlotTable {
  return { ids: new Uint8Array(ID_BYTES * capacity), buckets: new Uint32Array(bucketsFor(capacity)), end: 0, free: [] };
}

/** Returns a number of buckets, at most two thirds of which the slots fill. */
const bucketsFor = (capacity: number) => 2 ** Math.ceil(Math.log2(Math.max(64, capacity * 1.5)));

function bucketOf(bytes: Uint8Array, at: number, mask: number): number {
  // The last eight bytes of an id are random; the first eight need not be.
  const half = (from: number) => (uint8At(bytes, at + from) << 8) | uint8At(bytes, at + from + 1);
  const first = (half(8) << 16) | half(10);
  const second = (half(12) << 16) | half(14);
  const mixed = Math.imul(first ^ Math.imul(second, 0x85ebca6b), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}

/**
 * Compares in the order of PostgreSQL's uuid: byte by byte. Returns less than 0 if the slot's member comes before the
 * id.
 */
export function compareWithId({ ids }: SlotTable, slot: number, id: Uint8Array): number {
  const from = slot * ID_BYTES;
  for (let i = 0; i < ID_BYTES; i += 1) {
    const difference = uint8At(ids, from + i) - uint8At(id, i);
    if (difference !== 0) return difference;
  }
  return 0;
}

const bytesAt = ({ ids }: SlotTable, slot: number) => ids.subarray(slot * ID_BYTES, (slot + 1) * ID_BYTES);

/** Compares the ids of two slots, in the order of `compareWithId`. */
export function compareSlots(table: SlotTable, first: number, second: number): number {
  return compareWithId(table, first, bytesAt(table, second));
}

/** Returns the bucket of an id, or the free bucket for it. */
function findBucket(table: SlotTable, id: Uint8Array): number {
  const mask = table.buckets.length - 1;
  let bucket = bucketOf(id, 0, mask);
  for (;;) {
    const heldSlot = uint32At(table.buckets, bucket);
    if (heldSlot === 0 || compareWithId(table, heldSlot - 1, id) === 0) return bucket;
    bucket = (bucket + 1) & mask;
  }
}

export function findSlot(table: SlotTable, id: string): number | undefined {
  const heldSlot = uint32At(table.buckets, findBucket(table, bytesOfId(id)));
  return heldSlot === 0 ? undefined : heldSlot - 1;
}

/** Assigns a slot to an id that has none. */
export function addSlot(table: SlotTable, id: string): number {
  const bytes = bytesOfId(id);
  if ((table.end + 1) * 1.5 > table.buckets.length) rehash(table);
  const slot = table.free.pop() ?? table.end++;
  if ((slot + 1) * ID_BYTES > table.ids.length) table.ids = new Uint8Array(widened(table.ids, ID_BYTES));
  table.ids.set(bytes, slot * ID_BYTES);
  table.buckets[findBucket(table, bytes)] = slot + 1;
  return slot;
}

export function removeSlot(table: SlotTable, slot: number): void {
  const { buckets, ids } = table;
  const mask = buckets.length - 1;
  let hole = findBucket(table, bytesAt(table, slot));
  buckets[hole] = 0;
  // An entry moves into the hole if it would have been put there had the hole been free.
  for (let next = (hole + 1) & mask; buckets[next] !== 0; next = (next + 1) & mask) {
    const heldSlot = uint32At(buckets, next);
    const home = bucketOf(ids, (heldSlot - 1) * ID_BYTES, mask);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    buckets[hole] = heldSlot;
    buckets[next] = 0;
    hole = next;
  }
  table.free.push(slot);
}

function rehash(table: SlotTable): void {
  const old = table.buckets;
  table.buckets = new Uint32Array(old.length * 2);
  const mask = table.buckets.length - 1;
  for (const heldSlot of old) {
    if (heldSlot === 0) continue;
    let bucket = bucketOf(table.ids, (heldSlot - 1) * ID_BYTES, mask);
    while (table.buckets[bucket] !== 0) bucket = (bucket + 1) & mask;
    table.buckets[bucket] = heldSlot;
  }
}

export function idOf({ ids }: SlotTable, slot: number): string {
  const hex = Buffer.from(ids.buffer, slot * ID_BYTES, ID_BYTES).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Returns the bytes of an id.
 * @throws RangeError when the text is not an id
 */
export function bytesOfId(id: string): Uint8Array {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  if (bytes.length !== ID_BYTES) throw new RangeError("an id of a member has 16 bytes");
  return bytes;
}
