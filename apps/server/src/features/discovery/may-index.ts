import { totalmem } from "node:os";
import type { Context } from "../../platform/context.ts";
import { countActive } from "./index-queries.ts";
import { bytesOf } from "./memory-rules.ts";

const SHARE = 1 / 8;

/** Whether discovery may keep everybody in memory: as the operator says, or by what the machine or container has. */
export async function mayIndex({ db }: Pick<Context, "db">, setting: "auto" | "on" | "off"): Promise<boolean> {
  if (setting !== "auto") return setting === "on";
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return bytesOf(await countActive(db)) <= memory * SHARE;
}
