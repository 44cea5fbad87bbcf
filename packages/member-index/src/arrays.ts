// Reading and growing typed arrays. One function per kind of array, because the engine specializes functions by kind,
// and a generic one is ten times slower.

type TypedArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

function beyond(array: TypedArray, at: number): RangeError {
  return new RangeError(`the index of members reads ${at} of ${array.length}`);
}

export function uint8At(array: Uint8Array, at: number): number {
  const value = array[at];
  if (value === undefined) throw beyond(array, at);
  return value;
}

export function uint16At(array: Uint16Array, at: number): number {
  const value = array[at];
  if (value === undefined) throw beyond(array, at);
  return value;
}

export function int32At(array: Int32Array, at: number): number {
  const value = array[at];
  if (value === undefined) throw beyond(array, at);
  return value;
}

export function uint32At(array: Uint32Array, at: number): number {
  const value = array[at];
  if (value === undefined) throw beyond(array, at);
  return value;
}

export function float64At(array: Float64Array, at: number): number {
  const value = array[at];
  if (value === undefined) throw beyond(array, at);
  return value;
}

type OwnedBuffer = { buffer: ArrayBuffer; byteLength: number };

/**
 * Returns the array's memory, enlarged by an eighth, and at least by 64 units of `unitBytes` bytes. The array itself is
 * empty afterwards.
 */
export function widened({ buffer, byteLength }: OwnedBuffer, unitBytes: number): ArrayBuffer {
  const units = byteLength / unitBytes;
  return buffer.transfer((units + Math.max(64, units >>> 3)) * unitBytes);
}

/** Returns the first position of a sorted range for which `isBefore` is false, or `high` if there is none. */
export function firstAfter(low: number, high: number, isBefore: (at: number) => boolean): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Sorts slots by a number below 2^32 each; ties keep slot order. */
export function sortedBy(slots: readonly number[], numberOf: (slot: number) => number): Uint32Array<ArrayBuffer> {
  // Sorts slot and number as one 64-bit number, with the slot in the lower half. All platforms of Node are
  // little-endian.
  const halves = new Uint32Array(2 * slots.length);
  for (const [index, slot] of slots.entries()) {
    halves[2 * index] = slot;
    halves[2 * index + 1] = numberOf(slot);
  }
  new BigUint64Array(halves.buffer).sort();
  const sortedSlots = new Uint32Array(slots.length);
  for (let index = 0; index < sortedSlots.length; index += 1) sortedSlots[index] = uint32At(halves, 2 * index);
  return sortedSlots;
}
