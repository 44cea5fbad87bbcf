import type { ProcessedPhoto } from "../../platform/images/images.ts";
import { type PhotoWorker, startPhotoWorker } from "../../platform/images/worker-process.ts";
import { openLane } from "../../platform/lane.ts";
import type { Portrait } from "./portrait.ts";
import type { PortraitCache } from "./portrait-cache.ts";

/** Portraits as the photo pipeline leaves them: drawn now, or kept from an earlier time. */
export type PortraitStudio = {
  develop(portrait: Portrait): Promise<ProcessedPhoto>;
  close(): Promise<void>;
};

// Two at a time, as with members' photos: more would only wait for the same cores.
const PLACES = 2;
// A drawing takes a tenth of a second, unless the machine is busy with people.
const LIMITS = { timeMs: 60_000, memoryBytes: 700_000_000 };
const WORKER = new URL("./portrait-worker.ts", import.meta.url);

export function openPortraitStudio(cache: PortraitCache): PortraitStudio {
  const lane = openLane({ places: PLACES, waiting: Number.POSITIVE_INFINITY });
  const idle: PhotoWorker[] = [];
  const all = new Set<PhotoWorker>();

  async function draw(portrait: Portrait): Promise<ProcessedPhoto> {
    const worker = idle.pop() ?? startPhotoWorker(LIMITS, WORKER);
    all.add(worker);
    const result = await worker.process(Buffer.from(JSON.stringify(portrait)));
    if (typeof result === "string") throw new Error(`The portrait worker was lost: ${result}`);
    if (!result.ok) throw new Error(`A portrait was refused: ${result.code}`);
    idle.push(worker);
    return result.photo;
  }

  async function develop(portrait: Portrait): Promise<ProcessedPhoto> {
    const kept = await cache.find(portrait);
    if (kept) return kept;
    const photo = await lane.run(() => draw(portrait));
    await cache.keep(portrait, photo);
    return photo;
  }

  return {
    develop,
    close: async () => {
      for (const worker of all) await worker.stop();
    },
  };
}
