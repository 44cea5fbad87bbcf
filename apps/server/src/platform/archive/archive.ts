import { createHash, type Hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { createTarDecoder, createTarPacker, type ParsedTarEntry, type TarPackController } from "modern-tar";
import { openStream, peekSealed, type Secret, sealStream } from "./seal-stream.ts";

/** One named piece of an archive. It is held in memory, so it must be small. */
export type Entry = { name: string; bytes: Uint8Array };
/** Adds one entry. The promise resolves when the archive can take the next one. */
export type AddEntry = (name: string, bytes: Uint8Array) => Promise<void>;

type Options = {
  /** The options to open an encrypted archive. */
  secret: Secret | undefined;
  signal: AbortSignal;
};

// The name of the last entry. Its text is a digest of the names and bytes of all entries before it, in their order.
const END = "end.sha256";
// The largest entry that a reader accepts; the entries that the product writes are far smaller.
const ENTRY_MAX = 256 * 1_048_576;

/**
 * Packs the entries that `write` adds into a tar, and passes it to `put` in pieces. `put` stores it whole or not at
 * all: when anything fails, the stream that `put` reads fails. Returns the size in bytes.
 */
export async function writeArchive(
  putArchive: (source: AsyncIterable<Uint8Array>) => Promise<void>,
  { secret, signal }: Options,
  write: (add: AddEntry) => Promise<void>,
): Promise<number> {
  const { readable, controller } = createTarPacker();
  const stop = () => controller.error(signal.reason);
  signal.addEventListener("abort", stop);
  // When one side fails, the other fails too; the first error is the cause and must be the one that the caller gets.
  const failBoth = (error: unknown) => {
    controller.error(error);
    throw error;
  };
  let size = 0;
  async function* readPacked(): AsyncGenerator<Uint8Array> {
    for await (const bytes of secret === undefined ? readable : sealStream(readable, secret)) {
      size += bytes.length;
      yield bytes;
    }
    // An archive that is stopped at its last byte is not stored either.
    signal.throwIfAborted();
  }
  const writing = addAll(controller, write).catch(failBoth);
  const storing = putArchive(readPacked()).catch(failBoth);
  try {
    await Promise.all([storing, writing]);
    return size;
  } finally {
    await Promise.allSettled([storing, writing]);
    signal.removeEventListener("abort", stop);
  }
}

async function addAll(controller: TarPackController, write: (add: AddEntry) => Promise<void>): Promise<void> {
  const digest = createHash("sha256");
  const mtime = new Date();
  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600, mtime }).getWriter();
    if (bytes.length > 0) await writer.write(bytes);
    await writer.close();
  }
  await write(async (name, bytes) => {
    addToDigest(digest, { name, bytes });
    await add(name, bytes);
  });
  await add(END, Buffer.from(`${digest.digest("hex")}\n`));
  controller.finalize();
}

/**
 * Reads an archive, entry by entry. A caller who reads it to its end knows that it is whole and unchanged. Before the
 * end, only the entries of an encrypted archive are known to be unchanged.
 * @throws when the archive is damaged, or the secret is missing or wrong
 */
export async function* readArchive(
  source: AsyncIterable<Uint8Array>,
  { secret, signal }: Options,
): AsyncGenerator<Entry, void, undefined> {
  const digest = createHash("sha256");
  const entries = (await openBytes(source, secret, signal)).pipeThrough(createTarDecoder({ strict: true }));
  for await (const archiveEntry of entries) {
    const entry = await readEntry(archiveEntry);
    if (entry.name !== END) {
      addToDigest(digest, entry);
      yield entry;
      continue;
    }
    if (Buffer.from(entry.bytes).toString("utf8").trim() !== digest.digest("hex")) throw new Error(DAMAGED);
    return;
  }
  throw new Error(DAMAGED);
}

const DAMAGED = "The file is damaged: what it holds is not what was written.";

async function openBytes(source: AsyncIterable<Uint8Array>, secret: Secret | undefined, signal: AbortSignal) {
  const { isSealed, bytes } = await peekSealed(untilStopped(source, signal));
  if (isSealed && secret === undefined) throw new Error("The file is encrypted: set BACKUP_KEY to its key.");
  return ReadableStream.from<Uint8Array>(isSealed && secret !== undefined ? openStream(bytes, secret) : bytes);
}

async function* untilStopped(source: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const bytes of source) {
    signal.throwIfAborted();
    yield bytes;
  }
}

async function readEntry({ header, body }: ParsedTarEntry): Promise<Entry> {
  if (header.type !== "file" || header.size > ENTRY_MAX) throw new Error(DAMAGED);
  return { name: header.name, bytes: await buffer(body) };
}

function addToDigest(digest: Hash, { name, bytes }: Entry): void {
  digest.update(`${name}\n${bytes.length}\n`);
  digest.update(bytes);
}
