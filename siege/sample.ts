import { setTimeout as sleep } from "node:timers/promises";
import { askOnce, type Request } from "./ask.ts";

const EVERY_MS = 50;

/** Sends a request again 50 ms after each answer, for some seconds. Returns how many milliseconds each answer took. */
export async function sampleTimes(origin: string, request: Request, seconds: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    times.push((await askOnce(origin, request)).tookMs);
    await sleep(EVERY_MS);
  }
  return times;
}
