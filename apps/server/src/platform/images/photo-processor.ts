import type { ProcessedPhoto } from "./images.ts";
import { findRefusal, type PhotoRefusal } from "./photo-file.ts";
import { type Lane, openPhotoLanes, type Turns, type Upload } from "./photo-lanes.ts";
import { openWorkerPool } from "./worker-pool.ts";
import { type DecodedPhoto, type PhotoWorker, startPhotoWorker, type WorkerLoss } from "./worker-process.ts";

/** How much of the processor a sender's photos may use, in seconds. `check` fails when all of it is used. */
export type WorkBudget = { check(): Promise<void>; charge(seconds: number): Promise<void> };

/** Whose upload it is. Members have no budget: the photos that they may upload in an hour are counted. */
export type PhotoSender = Upload & { budget?: WorkBudget };

/** A photo with the fingerprints by which one that was removed is known again. */
export type UploadedPhoto = ProcessedPhoto & { fingerprints: string[] };

/**
 * BUSY: the sender may try again in a while, because they or all have too many uploads here, or the node has no time. GONE:
 * the client has gone, so nobody reads the answer.
 */
export type ProcessorResult =
  | { ok: true; photos: UploadedPhoto[] }
  | { ok: false; code: PhotoRefusal | "BUSY" | "GONE" };

export type PhotoProcessor = {
  /** Processes the photos of one upload, all or none. Each is read when its turn comes, so that a waiting one holds no memory. */
  process(files: ReadPhoto[], sender: PhotoSender): Promise<ProcessorResult>;
  /** Takes no more photos, finishes those in progress, answers BUSY to those that wait. */
  close(): Promise<void>;
};

type ReadPhoto = () => Promise<Uint8Array>;
type Options = { startWorker?: (lane: Lane) => PhotoWorker; onLoss?: (loss: WorkerLoss) => void };

// The dearest photo within the limits of a header takes about two seconds of a core, and 300 MB.
const LIMITS = { processorMs: 10_000, waitMs: 60_000, memoryBytes: 700_000_000 };
const CODES = {
  time: "FILE_TOO_COMPLEX",
  memory: "FILE_TOO_COMPLEX",
  death: "FILE_INVALID_TYPE",
  busy: "BUSY",
} as const;

// Requests have priority over both, and members over guests: on a busy node decoding gets the time that is left.
const NICENESS = { members: 10, guests: 19 };

/** Decodes photos in worker processes, in the order of `photo-lanes.ts`. `onLoss` is called for each worker that was lost. */
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
    for (const [at, read] of files.entries()) {
      await sender.budget?.check();
      const result = await turns.run(async () => {
        // One bad file refuses the upload before any of it reaches a worker.
        const refusal = at === 0 ? await findFirstRefusal(files) : undefined;
        return refusal ?? decode(await read(), sender);
      });
      if (!result) return { ok: false, code: sender.signal.aborted ? "GONE" : "BUSY" };
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
    close: async () => {
      await lanes.close();
      await Promise.all([pools.members.close(), pools.guests.close()]);
    },
  };
}

/** Reads the files one after another, so that five photos take the memory of one. */
async function findFirstRefusal(files: ReadPhoto[]): Promise<{ ok: false; code: PhotoRefusal } | undefined> {
  for (const read of files) {
    const code = findRefusal(await read());
    if (code) return { ok: false, code };
  }
  return undefined;
}
