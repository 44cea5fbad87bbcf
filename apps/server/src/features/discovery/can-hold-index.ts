import { totalmem } from "node:os";
import type { Context } from "../../platform/context.ts";
import { countActive } from "./index-queries.ts";
import { bytesOf } from "./memory-rules.ts";

const SHARE = 1 / 8;

/**
 * Whether discovery may keep all members in memory: by the operator's setting, or for `auto` by the available memory.
 */
export async function canHoldIndex({ db }: Pick<Context, "db">, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting !== "auto") return setting === "on";
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return bytesOf(await countActive(db)) <= memory * SHARE;
}
