/** The process that draws portraits and takes each through the photo pipeline, apart from the server and after it in line
 * for the processor. Speaks like the process that decodes members' photos, and never sees one of theirs. */
import { setPriority } from "node:os";
import sharp from "sharp";
import { processPhoto } from "../../platform/images/images.ts";
import type { Portrait } from "./portrait.ts";
import { renderPortrait } from "./render.ts";

// The pipeline closes every decoder but three. Drawings are ours, and made here: this process alone reads SVG again.
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
setPriority(10);

process.on("message", async (bytes: Uint8Array) => {
  // The other side of the channel is portrait-studio.ts alone.
  const portrait = JSON.parse(Buffer.from(bytes).toString("utf8")) as Portrait;
  process.send?.(await processPhoto(await renderPortrait(portrait)));
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("ready");
