/** The process that decodes members' photos, one at a time, apart from the server: what a hostile file breaks is only
 * this. Started by `worker-process.ts`; speaks over the channel to its parent. */
import { setPriority } from "node:os";
import { processPhoto } from "./images.ts";

// Answering people goes first: decoding takes what processor time is left.
setPriority(10);

process.on("message", async (bytes: Uint8Array) => {
  process.send?.(await processPhoto(bytes));
});

// The parent is gone. Not `exit()`, which waits for a decoder that may still be busy.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));

process.send?.("ready");
