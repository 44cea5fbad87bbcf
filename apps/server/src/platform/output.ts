import { writeSync } from "node:fs";

type Output = {
  write(line: string): void;
  /** The number of lines that could not be written. */
  countDropped(): number;
};

const STDOUT = 1;
/** How often, and after how many milliseconds, a write is retried when the reader is too slow (EAGAIN). */
const TRIES = 10;
const PAUSE_MS = 10;

/**
 * Opens an output that drops and counts lines which cannot be written, as on a full disk or for a reader that has
 * ended. The product must continue without its log; the streams of Node would end it.
 */
export function openOutput(descriptor = STDOUT, write = writeSync): Output {
  let droppedCount = 0;
  // A line that was cut off must not spoil the next one.
  let isCut = false;

  function writeAll(bytes: Buffer): void {
    for (let writtenBytes = 0, tries = 0; writtenBytes < bytes.length; ) {
      try {
        writtenBytes += write(descriptor, bytes, writtenBytes);
        isCut = writtenBytes < bytes.length;
      } catch (error) {
        if (!isBusy(error) || ++tries >= TRIES) throw error;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
      }
    }
  }
  return {
    write(line) {
      try {
        writeAll(Buffer.from(isCut ? `\n${line}` : line));
      } catch {
        droppedCount += 1;
      }
    },
    countDropped: () => droppedCount,
  };
}

const isBusy = (error: unknown) => error instanceof Error && "code" in error && error.code === "EAGAIN";
