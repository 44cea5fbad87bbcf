/**
 * The process that decodes uploaded photos, one at a time. It is separate from the server, so that a hostile file can
 * only break this process. `start-photo-worker.ts` starts it; both communicate over the channel to the parent process.
 */
import { setPriority } from "node:os";
import { listUploadFingerprints } from "./fingerprint.ts";
import { processPhoto } from "./process-photo.ts";

const [, , niceness] = process.argv;
setPriority(Number(niceness ?? 10));

process.on("message", async (bytes: Uint8Array) => {
  const result = await processPhoto(bytes);
  process.send?.(
    result.ok ? { ...result, fingerprints: await listUploadFingerprints(result.photo.sizes.small) } : result,
  );
});

// The parent has ended. `exit()` would wait for a decoder, which may still be busy.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.send?.("ready");
