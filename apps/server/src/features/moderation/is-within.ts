import { Failure } from "../../platform/http/failure.ts";

/** A brake of the hour that refuses nothing: whether something is left of it, and if so takes one. */
export async function isWithin(brake: { take(): Promise<void> }): Promise<boolean> {
  try {
    await brake.take();
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === "RATE_LIMIT_EXCEEDED") return false;
    throw error;
  }
}
