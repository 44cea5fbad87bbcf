import { LIVE_FRAMES_A_SECOND } from "@caramelo/contract/limits";
import type * as z from "zod";

type Events = Record<string, { payload: z.ZodType }>;
export type Frame = { event: string; payload: unknown };

/** Parses a frame's text. Answers undefined when it is not JSON, names no declared event or does not match its schema. */
export function readFrame(text: string, events: Events): Frame | undefined {
  const { event, ...fields } = parseObject(text);
  if (typeof event !== "string" || !Object.hasOwn(events, event)) return undefined;
  const { success, data } = events[event]?.payload.safeParse(fields) ?? { success: false };
  return success ? { event, payload: data } : undefined;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** Adds a frame to `times`, the milliseconds of the latest frames, and answers whether they come too fast. */
export function isTooFast(times: number[], now: number): boolean {
  times.push(now);
  if (times.length <= LIVE_FRAMES_A_SECOND) return false;
  const earlier = times.shift() ?? now;
  return now - earlier < 1_000;
}
