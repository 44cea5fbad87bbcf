import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** The files of one upload on their way to `folder`, under names of our own. */
export function openSpool(folder: string) {
  const files: string[] = [];
  const streams: Readable[] = [];
  const writes: Promise<void>[] = [];
  const failed = Promise.withResolvers<never>();
  // Whoever waits hears of it; a failure that comes before or after must not end the server.
  failed.promise.catch(() => {});

  function addFile(stream: Readable): void {
    const file = join(folder, randomUUID());
    const write = pipeline(stream, createWriteStream(file, { mode: 0o600 }));
    write.catch(failed.reject);
    files.push(file);
    streams.push(stream);
    writes.push(write);
  }

  /** Ends files whose bytes will not come any more, so that `discard` need not wait for them. */
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
    /** Rejects as soon as one file cannot be written to its end; never resolves. */
    failed: failed.promise,
    whenWritten: () => Promise.all(writes),
  };
}

/** Whether the disk refused, which is no fault of the sender. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "code" in error && error.code !== "ECONNRESET";
}
