import type { PhotoResult } from "./images.ts";
import { findFileFault } from "./photo-file.ts";
import { type PhotoWorker, startPhotoWorker, type WorkerLoss } from "./worker-process.ts";

/** BUSY: too many photos wait already; the sender may try again in a while. */
export type ProcessorResult = PhotoResult | { ok: false; code: "BUSY" };

export type PhotoProcessor = {
  process(bytes: Uint8Array): Promise<ProcessorResult>;
  /** Takes no more photos, lets those in hand end (10 s at most), answers BUSY to those that wait. */
  close(): Promise<void>;
};

type Place = { worker?: PhotoWorker | undefined; idle?: NodeJS.Timeout };

// Two photos at once, each in a process of its own, so that ending one never harms the other.
const PLACES = 2;
// What waits is held in memory, 5 MB each at most.
const MAX_WAITING = 40;
// A 40-megapixel interlaced PNG, the hungriest picture within the limits, takes about 540 MB.
const LIMITS = { timeMs: 10_000, memoryBytes: 700_000_000 };
const IDLE_MS = 60_000;

/** Decodes photos in worker processes, started when they are needed and ended when they have nothing to do. A photo
 * that takes too long, too much memory or its worker's life is refused as FILE_INVALID_TYPE; `onLoss` hears of it. */
export function startPhotoProcessor({
  startWorker = () => startPhotoWorker(LIMITS),
  onLoss = () => {},
}: {
  startWorker?: () => PhotoWorker;
  onLoss?: (loss: WorkerLoss) => void;
} = {}): PhotoProcessor {
  const places: Place[] = Array.from({ length: PLACES }, () => ({}));
  const free = [...places];
  const waiting: ((place: Place | undefined) => void)[] = [];
  let closing: Promise<void> | undefined;

  /** The place used last comes first: its worker runs already. `undefined`: closed while waiting. */
  function takePlace(): Place | Promise<Place | undefined> {
    return free.pop() ?? new Promise((resolve) => waiting.push(resolve));
  }

  function leavePlace(place: Place): void {
    const next = waiting.shift();
    if (next) {
      next(place);
      return;
    }
    free.push(place);
    place.idle = setTimeout(() => stopWorker(place), IDLE_MS).unref();
  }

  async function processIn(place: Place, bytes: Uint8Array): Promise<PhotoResult> {
    clearTimeout(place.idle);
    if (!place.worker?.isAlive()) place.worker = startWorker();
    const result = await place.worker.process(bytes);
    if (typeof result !== "string") return result;
    onLoss(result);
    return { ok: false, code: "FILE_INVALID_TYPE" };
  }

  async function process(bytes: Uint8Array): Promise<ProcessorResult> {
    // Most bad files never reach a worker.
    const fault = findFileFault(bytes);
    if (fault) return { ok: false, code: fault };
    if (closing || (free.length === 0 && waiting.length >= MAX_WAITING)) return { ok: false, code: "BUSY" };
    const place = await takePlace();
    if (!place) return { ok: false, code: "BUSY" };
    try {
      return await processIn(place, bytes);
    } finally {
      leavePlace(place);
    }
  }

  async function closeAll(): Promise<void> {
    for (const giveUp of waiting.splice(0)) giveUp(undefined);
    // Nobody else takes a place any more; each one comes free when its photo is done.
    for (let taken = 0; taken < PLACES; taken += 1) {
      const place = await takePlace();
      if (place) await stopWorker(place);
    }
  }

  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }

  return { process, close };
}

/** Forgets the worker before it ends, so that no photo is handed to one that is going. */
async function stopWorker(place: Place): Promise<void> {
  clearTimeout(place.idle);
  const { worker } = place;
  place.worker = undefined;
  await worker?.stop();
}
