import { totalmem } from "node:os";
import type { Context } from "../../platform/context.ts";
import { countActive } from "./index-queries.ts";

// Of a million members it takes 250, and while all are read anew there are two. The written cards and what is known of viewers
// come on top.
const MEMBER_BYTES = 500;
const CARDS_BYTES = 100 * 1_048_576;
const VIEWERS_BYTES = 80 * 1_048_576;
const SHARE = 1 / 8;

/** Whether discovery may keep everybody in memory: as the operator says, or by what the machine or container has. */
export async function mayIndex({ db }: Pick<Context, "db">, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting !== "auto") return setting === "on";
  const bytes = (await countActive(db)) * MEMBER_BYTES + CARDS_BYTES + VIEWERS_BYTES;
  return bytes <= Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem()) * SHARE;
}
