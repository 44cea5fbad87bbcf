/**
 * The process that draws portraits and runs each through the photo pipeline, apart from the server and with a lower
 * priority. It uses the protocol of the process that decodes members' photos, and never gets one of theirs.
 */
import { setPriority } from "node:os";
import sharp from "sharp";
import { processPhoto } from "../../platform/images/process-photo.ts";
import type { Portrait } from "./portrait.ts";
import { renderPortrait } from "./render.ts";

// The photo pipeline blocks every decoder but three. Here SVG is safe, too, because this process draws every SVG
// itself.
sharp.unblock({ operation: ["VipsForeignLoadSvgBuffer"] });
setPriority(10);

process.on("message", async (bytes: Uint8Array) => {
  // The cast holds because only portrait-studio.ts sends over this channel.
  const portrait = JSON.parse(Buffer.from(bytes).toString("utf8")) as Portrait;
  process.send?.(await processPhoto(await renderPortrait(portrait)));
});
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
process.send?.("ready");
