import { judgeFile, type PhotoRefusal } from "./photo-file.ts";
import { type Lane, openPhotoLanes, type Piece, type Turns, type Upload } from "./photo-lanes.ts";
import type { ProcessedPhoto } from "./process-photo.ts";
import { type DecodedPhoto, type PhotoWorker, startPhotoWorker, type WorkerLoss } from "./start-photo-worker.ts";
import { openWorkerPool } from "./worker-pool.ts";

/** How much processor time a sender's photos may use, in seconds. `check` fails when all of it is used. */
export type WorkBudget = { check(): Promise<void>; charge(seconds: number): Promise<void> };

/**
 * The sender of an upload. Members have no time budget, because the number of photos that they upload in an hour is
 * limited.
 */
export type PhotoSender = Upload & { budget?: WorkBudget };

/** A photo with the fingerprints by which a removed photo is recognized. */
export type UploadedPhoto = ProcessedPhoto & { fingerprints: string[] };

/**
 * BUSY: try again later. The sender, or all senders together, have too many uploads in this process, or the machine is
 * overloaded. GONE: the client has disconnected, so the answer is not read.
 */
export type ProcessorResult =
  | { ok: true; photos: UploadedPhoto[] }
  | { ok: false; code: PhotoRefusal | "BUSY" | "GONE" };

export type PhotoProcessor = {
  /**
   * Processes the photos of one upload, all or none. Each file is read only at its turn, so that a waiting photo uses
   * no memory.
   */
  process(files: ReadPhoto[], sender: PhotoSender): Promise<ProcessorResult>;
  /** How many uploads of a lane are here, being processed or waiting. */
  count(lane: Lane): number;
  /** Accepts no more photos, finishes those in progress, and answers BUSY to those that wait. */
  close(): Promise<void>;
};

type ReadPhoto = () => Promise<Uint8Array>;
type Options = { startWorker?: (lane: Lane) => PhotoWorker; onLoss?: (loss: WorkerLoss) => void };

// The most expensive photo that the header check accepts takes about two seconds of a core, and 300 MB.
const LIMITS = { processorMs: 10_000, waitMs: 60_000, memoryBytes: 700_000_000 };
const CODES = {
  time: "FILE_TOO_COMPLEX",
  memory: "FILE_TOO_COMPLEX",
  death: "FILE_INVALID_TYPE",
  busy: "BUSY",
} as const;

// Requests have priority over photos, and members' photos over guests': on a busy machine decoding gets only the time
// that is left.
const NICENESS = { members: 10, guests: 19 };

/** Reading and checking the headers of an upload takes milliseconds. */
const READING: Piece = { expectedMs: 0, isPhoto: false };

/**
 * Decodes photos in worker processes, in the order of `photo-lanes.ts`. `onLoss` is called for each worker that fails.
 */
export function startPhotoProcessor({
  startWorker = (lane) => startPhotoWorker(LIMITS, { niceness: NICENESS[lane] }),
  onLoss = () => {},
}: Options = {}): PhotoProcessor {
  const lanes = openPhotoLanes();
  const pools = {
    members: openWorkerPool(() => startWorker("members")),
    guests: openWorkerPool(() => startWorker("guests")),
  };

  async function decode(
    bytes: Uint8Array,
    { lane, budget }: PhotoSender,
  ): Promise<DecodedPhoto | { ok: false; code: "BUSY" }> {
    const { outcome, processorMs } = await pools[lane].process(bytes);
    await budget?.charge(processorMs / 1000);
    if (typeof outcome !== "string") return outcome;
    onLoss(outcome);
    return { ok: false, code: CODES[outcome] };
  }

  async function processAll(files: ReadPhoto[], turns: Turns, sender: PhotoSender): Promise<ProcessorResult> {
    const photos: UploadedPhoto[] = [];
    await sender.budget?.check();
    // The turns of guests depend on how long their photos will take, so all headers of a guest's upload are read before
    // its first photo waits for a worker.
    const expectedMs = sender.lane === "guests" ? await turns.run(() => judgeFiles(files), READING) : [];
    if (!expectedMs) return describeEnd(sender);
    if (!Array.isArray(expectedMs)) return expectedMs;
    for (const [at, readPhoto] of files.entries()) {
      await sender.budget?.check();
      const decodeNext = async () => {
        // One bad file refuses the upload before any of it reaches a worker.
        const verdict = at === 0 && expectedMs.length === 0 ? await judgeFiles(files) : expectedMs;
        return Array.isArray(verdict) ? decode(await readPhoto(), sender) : verdict;
      };
      const result = await turns.run(decodeNext, { expectedMs: expectedMs[at] ?? 0, isPhoto: true });
      if (!result) return describeEnd(sender);
      if (!result.ok) return result;
      photos.push({ ...result.photo, fingerprints: result.fingerprints ?? [] });
    }
    return { ok: true, photos };
  }

  return {
    async process(files, sender) {
      const turns = lanes.enter(sender);
      if (!turns) return { ok: false, code: "BUSY" };
      return processAll(files, turns, sender).finally(turns.leave);
    },
    count: lanes.count,
    close: async () => {
      await lanes.close();
      await Promise.all([pools.members.close(), pools.guests.close()]);
    },
  };
}

/** Returns why an upload lost its turn. */
function describeEnd({ signal }: PhotoSender): ProcessorResult {
  return { ok: false, code: signal.aborted ? "GONE" : "BUSY" };
}

/**
 * Returns about how long each file takes, or the refusal of the first bad one. The files are read one after another, so
 * that five photos need the memory of one.
 */
async function judgeFiles(files: ReadPhoto[]): Promise<number[] | { ok: false; code: PhotoRefusal }> {
  const expectedMs: number[] = [];
  for (const readPhoto of files) {
    const verdict = judgeFile(await readPhoto());
    if (typeof verdict === "string") return { ok: false, code: verdict };
    expectedMs.push(verdict.expectedMs);
  }
  return expectedMs;
}
