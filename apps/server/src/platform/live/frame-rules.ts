import { LIVE_FRAMES_A_SECOND } from "@caramelo/contract/limits";
import type * as z from "zod";
import { isBoundedJson, type JsonBounds } from "../http/json-rules.ts";

type Events = Record<string, { payload: z.ZodType }>;
export type Frame = { event: string; payload: unknown };

/** The fields of an event are texts and switches, and few: what nests or counts more is no event, and dear to parse. */
export const FRAME_BOUNDS: JsonBounds = { depth: 2, values: 20 };

/** Parses a frame's text. Answers undefined when it is not JSON, names no declared event or does not match its schema. */
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

/** The milliseconds of the frames received within the last second, with one that came now. */
export function addFrame(times: readonly number[], now: number): readonly number[] {
  const recent = times.filter((time) => now - time < SECOND_MS);
  // Most connections get a pong every ten seconds and nothing else: an array that was grown would hold room for sixteen more.
  return recent.length === 0 ? [now] : [...recent, now];
}

/** Whether frames come too fast. */
export const isTooFast = (times: readonly number[]): boolean => times.length > LIVE_FRAMES_A_SECOND;
