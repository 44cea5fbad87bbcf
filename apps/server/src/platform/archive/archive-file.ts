import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { createTarDecoder, createTarPacker, type ParsedTarEntry, type TarPackController } from "modern-tar";
import { syncFolder } from "../storage/folder-files.ts";
import { isSealed, openStream, sealStream } from "./archive-cipher.ts";

/** One named piece of an archive. It is held in memory, so it must be small. */
export type Entry = { name: string; bytes: Uint8Array };
/** Adds one entry. The promise resolves when the archive can take the next one. */
export type AddEntry = (name: string, bytes: Uint8Array) => Promise<void>;

type Options = {
  /** The password of an encrypted archive. */
  password: string | undefined;
  signal: AbortSignal;
};

// The name of the last entry. Its text is a digest of the names and bytes of all entries before it, in their order.
const END = "end.sha256";
// The largest entry that a reader accepts; the entries that the product writes are far smaller.
const ENTRY_MAX = 256 * 1_048_576;

/** The name of an unfinished archive. Its leading dot keeps it from being taken for a finished one. */
const partialOf = (file: string) => join(dirname(file), `.${basename(file)}.partial`);
export const isPartial = (name: string): boolean => name.startsWith(".") && name.endsWith(".partial");

/**
 * Writes a tar file with the entries that `write` adds, readable by its owner only. The file gets its name when it is
 * whole and on disk; when anything fails, nothing is left. Returns its size in bytes.
 */
export async function writeArchive(
  file: string,
  { password, signal }: Options,
  write: (add: AddEntry) => Promise<void>,
): Promise<number> {
  const partial = partialOf(file);
  const handle = await open(partial, "wx", 0o600);
  try {
    await pack(handle, { password, signal }, write);
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await rename(partial, file);
    await syncFolder(dirname(file));
    return size;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(partial, { force: true });
    throw error;
  }
}

async function pack(handle: FileHandle, { password, signal }: Options, write: (add: AddEntry) => Promise<void>) {
  const { readable, controller } = createTarPacker();
  const stop = () => controller.error(signal.reason);
  signal.addEventListener("abort", stop);
  // When one side fails, the other fails too; the first error is the cause and must be the one that the caller gets.
  const failBoth = (error: unknown) => {
    controller.error(error);
    throw error;
  };
  const writing = addAll(controller, write).catch(failBoth);
  const storing = store(handle, password === undefined ? readable : sealStream(readable, password)).catch(failBoth);
  try {
    await Promise.all([storing, writing]);
    signal.throwIfAborted();
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

async function store(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const bytes of source) await writeWhole(handle, bytes);
}

async function writeWhole(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten;
}

/**
 * Reads an archive, entry by entry. A caller who reads it to its end knows that it is whole and unchanged. Before the
 * end, only the entries of an encrypted archive are known to be unchanged.
 * @throws when the archive is damaged, or the password is missing or wrong
 */
export async function* readArchive(
  file: string,
  { password, signal }: Options,
): AsyncGenerator<Entry, void, undefined> {
  const digest = createHash("sha256");
  const entries = (await openBytes(file, password, signal)).pipeThrough(createTarDecoder({ strict: true }));
  for await (const parsed of entries) {
    const entry = await readEntry(parsed);
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

async function openBytes(file: string, password: string | undefined, signal: AbortSignal) {
  const sealed = isSealed(await readBeginning(file));
  if (sealed && password === undefined) throw new Error("The file is encrypted: set BACKUP_KEY to its key.");
  const bytes = createReadStream(file, { signal, highWaterMark: 262_144 });
  return ReadableStream.from<Uint8Array>(sealed && password !== undefined ? openStream(bytes, password) : bytes);
}

async function readBeginning(file: string): Promise<Uint8Array> {
  if (!(await stat(file)).isFile()) throw new Error(`${file} is not a file.`);
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
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
