import { openSemaphore } from "../../platform/concurrency/semaphore.ts";
import type { ProcessedPhoto } from "../../platform/images/process-photo.ts";
import { startPhotoWorker } from "../../platform/images/start-photo-worker.ts";
import { openWorkerPool } from "../../platform/images/worker-pool.ts";
import type { Portrait } from "./portrait.ts";
import type { PortraitCache } from "./portrait-cache.ts";

/** Portraits as the photo pipeline returns them, either drawn now or stored earlier. */
export type PortraitStudio = { develop(portrait: Portrait): Promise<ProcessedPhoto>; close(): Promise<void> };

// A drawing takes a tenth of a second, unless the machine is busy with requests.
const LIMITS = { processorMs: 60_000, waitMs: 600_000, memoryBytes: 700_000_000 };
// The demo asks for a few portraits at a time, so nothing bounds how many may wait.
const DRAWN_AT_ONCE = { concurrency: 2, maxWaiting: Number.POSITIVE_INFINITY };
const WORKER = new URL("./portrait-worker.ts", import.meta.url);

export function openPortraitStudio(cache: PortraitCache): PortraitStudio {
  const pool = openWorkerPool(() => startPhotoWorker(LIMITS, { file: WORKER }));
  const semaphore = openSemaphore(DRAWN_AT_ONCE);
  let isClosed = false;

  async function draw(portrait: Portrait): Promise<ProcessedPhoto> {
    const { outcome } = await semaphore.run(() => {
      if (isClosed) throw new Error("The portrait studio is closed");
      return pool.process(Buffer.from(JSON.stringify(portrait)));
    });
    if (typeof outcome === "string") throw new Error(`The portrait worker was lost: ${outcome}`);
    if (!outcome.ok) throw new Error(`A portrait was refused: ${outcome.code}`);
    return outcome.photo;
  }

  async function develop(portrait: Portrait): Promise<ProcessedPhoto> {
    const keptPicture = await cache.find(portrait);
    if (keptPicture) return keptPicture;
    const photo = await draw(portrait);
    await cache.keep(portrait, photo);
    return photo;
  }

  async function close(): Promise<void> {
    isClosed = true;
    await pool.close();
  }

  return { develop, close };
}
