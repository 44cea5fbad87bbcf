import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** Makes the folder where uploads wait to be checked, and removes what an earlier run left there. */
export async function prepareSpool(folder: string, olderThan: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = (await readdir(folder)).map((file) => join(folder, file));
  for (const file of files) {
    const foundFile = await stat(file).catch(() => undefined);
    if (foundFile && foundFile.mtime <= olderThan) await rm(file, { force: true });
  }
  return folder;
}

/** Writes the files of one upload to `folder`, under random names. */
export function openSpool(folder: string) {
  const files: string[] = [];
  const streams: Readable[] = [];
  const writes: Promise<void>[] = [];
  const failure = Promise.withResolvers<never>();
  // Only callers that are waiting handle this rejection. At other times it must not end the server as an unhandled one.
  failure.promise.catch(() => {});

  function addFile(stream: Readable): void {
    const file = join(folder, randomUUID());
    const write = pipeline(stream, createWriteStream(file, { mode: 0o600 }));
    write.catch(failure.reject);
    files.push(file);
    streams.push(stream);
    writes.push(write);
  }

  /** Ends the files whose remaining bytes will not arrive, so that `discard` does not wait for them. */
  function giveUp(): void {
    for (const stream of streams) stream.destroy();
  }

  async function discard(): Promise<void> {
    await Promise.allSettled(writes);
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }

  return {
    files,
    addFile,
    giveUp,
    discard,
    /** Rejects as soon as one file cannot be written to its end. It never resolves. */
    failed: failure.promise,
    whenWritten: () => Promise.all(writes),
  };
}

/** Whether an error comes from the disk. In that case the sender did nothing wrong. */
export function isDiskError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error && error.code !== "ECONNRESET";
}
