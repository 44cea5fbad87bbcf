import { createHash } from "node:crypto";
import type { Storage, StoredObject } from "./storage.ts";

/** Where new objects go, and where earlier ones are. */
export type Move = { front: Storage; back: Storage };

/**
 * A store that is moved during use: new objects go to the front, and objects not there yet are read from the back. A
 * listing may name an object twice while it is moved.
 */
export function openMovingStorage({ front, back }: Move): Storage {
  /** An object that moves between the first two looks is found by the third. */
  const look = async <T>(find: (storage: Storage) => Promise<T | undefined>): Promise<T | undefined> =>
    (await find(front)) ?? (await find(back)) ?? find(front);

  async function* list(prefix: string): AsyncIterable<StoredObject> {
    yield* back.list(prefix);
    yield* front.list(prefix);
  }

  return {
    put: async (key, bytes) => {
      await front.put(key, bytes);
      await back.remove(key);
    },
    putStream: async (key, source) => {
      await front.putStream(key, source);
      await back.remove(key);
    },
    get: (key) => look((storage) => storage.get(key)),
    getStream: async (key) => {
      const open = () => look((storage) => storage.getStream(key));
      const source = await open();
      return source && readOn(source, open);
    },
    has: async (key) => (await look(async (storage) => ((await storage.has(key)) ? true : undefined))) === true,
    // The back comes first: `moveObject` looks there last, and removes its copy if the object is gone.
    remove: async (key) => {
      await back.remove(key);
      await front.remove(key);
    },
    list,
  };
}

/**
 * Reads an object that may be moved meanwhile: after a failure it is opened once more, perhaps in the other place, and
 * read from where it broke off. The copy has the same bytes, because objects that are moved are never changed.
 */
async function* readOn(
  source: AsyncIterable<Uint8Array>,
  openAgain: () => ReturnType<Storage["getStream"]>,
): AsyncGenerator<Uint8Array> {
  let readBytes = 0;
  try {
    for await (const bytes of source) {
      readBytes += bytes.length;
      yield bytes;
    }
  } catch (error) {
    const rest = await openAgain();
    if (!rest) throw error;
    yield* skip(rest, readBytes);
  }
}

async function* skip(source: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let skipped = 0;
  for await (const bytes of source) {
    const from = Math.min(count - skipped, bytes.length);
    skipped += from;
    if (from < bytes.length) yield bytes.subarray(from);
  }
}

/**
 * Moves an object from the back to the front while others may read or remove it. It leaves the back only after the copy
 * was read again and is the same. If the object was removed meanwhile, its own copy is removed; other objects in the
 * front stay. Only one process may move at a time: objects moved by another one during the copy would look removed. So
 * `assertTurn`, which throws once this process's turn is over, is called right before each removal. Returns false for
 * an object that is not in the back, or was removed meanwhile.
 */
export async function moveObject(
  key: string,
  { front, back }: Move,
  assertTurn: () => Promise<void>,
): Promise<boolean> {
  let isWritten = false;
  try {
    const digest = await findDigest(back, key);
    // A killed run may have copied it already, perhaps only a part.
    const source = digest === (await findDigest(front, key)) ? undefined : await back.getStream(key);
    if (source) {
      isWritten = true;
      await front.putStream(key, source);
      if ((await findDigest(front, key)) !== digest) {
        await assertTurn();
        await front.remove(key);
        throw new Error(`The copy of ${key} differs from it`);
      }
    }
  } catch (error) {
    if (await back.has(key)) throw error;
  }
  if (await back.has(key)) {
    await assertTurn();
    await back.remove(key);
    return true;
  }
  if (isWritten) {
    await assertTurn();
    await front.remove(key);
  }
  return false;
}

async function findDigest(storage: Storage, key: string): Promise<string | undefined> {
  const source = await storage.getStream(key);
  if (!source) return undefined;
  const hash = createHash("sha256");
  for await (const bytes of source) hash.update(bytes);
  return hash.digest("hex");
}
