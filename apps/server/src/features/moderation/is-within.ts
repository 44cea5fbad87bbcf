import { Failure } from "../../platform/http/failure.ts";

/** Takes one from a limit. Returns false when none is left, instead of refusing the call. */
export async function isWithin(brake: { take(): Promise<void> }): Promise<boolean> {
  try {
    await brake.take();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMIT_EXCEEDED") return false;
    throw error;
  }
}
