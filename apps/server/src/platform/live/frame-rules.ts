import { LIVE_FRAMES_A_SECOND } from "@caramelo/contract/limits";
import type * as z from "zod";
import { isBoundedJson, type JsonBounds } from "../http/json-rules.ts";

type Events = Record<string, { payload: z.ZodType }>;
export type Frame = { event: string; payload: unknown };

/**
 * The bounds of a frame. Events have only a few texts and switches; a frame that nests deeper or has more is no event,
 * and expensive to parse.
 */
export const FRAME_BOUNDS: JsonBounds = { depth: 2, values: 20 };

/**
 * Parses a frame's text. Returns undefined when it is not JSON, names no declared event or does not match the event's
 * schema.
 */
export function readFrame(text: string, events: Events): Frame | undefined {
  const { event, ...fields } = parseObject(text);
  if (typeof event !== "string" || !Object.hasOwn(events, event)) return undefined;
  const { success, data } = events[event]?.payload.safeParse(fields) ?? { success: false };
  return success ? { event, payload: data } : undefined;
}

function parseObject(text: string): Record<string, unknown> {
  if (!isBoundedJson(Buffer.from(text), FRAME_BOUNDS)) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

const SECOND_MS = 1_000;

/** Returns the times of the frames of the last second, in milliseconds, with a new one at `now`. */
export function addFrame(times: readonly number[], now: number): readonly number[] {
  const recent = times.filter((time) => now - time < SECOND_MS);
  // Most connections get only a pong every ten seconds, and an array that has grown reserves room for sixteen more.
  return recent.length === 0 ? [now] : [...recent, now];
}

export const isTooFast = (times: readonly number[]): boolean => times.length > LIVE_FRAMES_A_SECOND;
