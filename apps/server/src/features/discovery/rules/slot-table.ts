/**
 * Finds the slot of a member by the 16 bytes of their id, in typed arrays: a Map of texts would take as much memory as all
 * else. Slots of members who went are used again.
 */
export type SlotTable = {
  /** 16 bytes for each slot. */
  ids: Uint8Array<ArrayBuffer>;
  /** Open addressing: slots plus one; 0 is free. Its length is a power of two. */
  buckets: Uint32Array<ArrayBuffer>;
  /** How many slots were ever given out, and which of them are free. */
  end: number;
  free: number[];
};

const ID_BYTES = 16;

export function makeSlotTable(capacity: number): SlotTable {
  return {
    ids: new Uint8Array(ID_BYTES * capacity),
    buckets: new Uint32Array(bucketsFor(capacity)),
    end: 0,
    free: [],
  };
}

/** At most two of three buckets are taken. */
const bucketsFor = (capacity: number) => 2 ** Math.ceil(Math.log2(Math.max(64, capacity * 1.5)));

function bucketOf(bytes: Uint8Array, at: number, mask: number): number {
  // The end of an id is random, whatever its beginning.
  const one = ((bytes[at + 8] as number) << 24) | ((bytes[at + 9] as number) << 16);
  const two = ((bytes[at + 10] as number) << 8) | (bytes[at + 11] as number);
  const rest = ((bytes[at + 12] as number) << 24) | ((bytes[at + 13] as number) << 16);
  const last = ((bytes[at + 14] as number) << 8) | (bytes[at + 15] as number);
  const mixed = Math.imul((one | two) ^ Math.imul(rest | last, 0x85ebca6b), 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) & mask;
}

function isAt({ ids }: SlotTable, slot: number, id: Uint8Array): boolean {
  const from = slot * ID_BYTES;
  for (let i = 0; i < ID_BYTES; i += 1) if (ids[from + i] !== id[i]) return false;
  return true;
}

/** The bucket that holds an id, or the free one where it would be. */
function findBucket(table: SlotTable, id: Uint8Array): number {
  const mask = table.buckets.length - 1;
  let bucket = bucketOf(id, 0, mask);
  for (;;) {
    const held = table.buckets[bucket] as number; // below the length
    if (held === 0 || isAt(table, held - 1, id)) return bucket;
    bucket = (bucket + 1) & mask;
  }
}

export function findSlot(table: SlotTable, id: Uint8Array): number | undefined {
  const held = table.buckets[findBucket(table, id)] as number; // below the length
  return held === 0 ? undefined : held - 1;
}

/** Gives a slot to an id that has none. */
export function addSlot(table: SlotTable, id: Uint8Array): number {
  if ((table.end + 1) * 1.5 > table.buckets.length) rehash(table);
  const slot = table.free.pop() ?? table.end++;
  if ((slot + 1) * ID_BYTES > table.ids.length) table.ids = widen(table.ids, ID_BYTES);
  table.ids.set(id, slot * ID_BYTES);
  table.buckets[findBucket(table, id)] = slot + 1;
  return slot;
}

export function removeSlot(table: SlotTable, slot: number): void {
  const { buckets, ids } = table;
  const mask = buckets.length - 1;
  let hole = findBucket(table, ids.subarray(slot * ID_BYTES, (slot + 1) * ID_BYTES));
  buckets[hole] = 0;
  // Whoever stands behind the hole because it was taken moves into it.
  for (let next = (hole + 1) & mask; buckets[next] !== 0; next = (next + 1) & mask) {
    const home = bucketOf(ids, ((buckets[next] as number) - 1) * ID_BYTES, mask);
    if (((next - home) & mask) < ((next - hole) & mask)) continue;
    buckets[hole] = buckets[next] as number;
    buckets[next] = 0;
    hole = next;
  }
  table.free.push(slot);
}

function rehash(table: SlotTable): void {
  const old = table.buckets;
  table.buckets = new Uint32Array(old.length * 2);
  const mask = table.buckets.length - 1;
  for (const held of old) {
    if (held === 0) continue;
    let bucket = bucketOf(table.ids, (held - 1) * ID_BYTES, mask);
    while (table.buckets[bucket] !== 0) bucket = (bucket + 1) & mask;
    table.buckets[bucket] = held;
  }
}

/** A copy with an eighth more room, at least for 64 more. */
export function widen<A extends Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array>(
  array: A,
  unit = 1,
): A {
  const units = array.length / unit;
  const kind = array.constructor as new (length: number) => A; // the constructor of a typed array takes its length
  const wide = new kind((units + Math.max(64, units >>> 3)) * unit);
  wide.set(array);
  return wide;
}

/** The order of PostgreSQL's uuid: byte by byte. */
export function compareIds({ ids }: SlotTable, one: number, other: number): number {
  for (let i = 0; i < ID_BYTES; i += 1) {
    const difference = (ids[one * ID_BYTES + i] as number) - (ids[other * ID_BYTES + i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The id of a slot as text. */
export function idOf({ ids }: SlotTable, slot: number): string {
  const bytes = Buffer.from(ids.buffer, slot * ID_BYTES, ID_BYTES);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export const idBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll("-", ""), "hex");
