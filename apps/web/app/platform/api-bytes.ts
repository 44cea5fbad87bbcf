import { commonErrors } from "@caramelo/contract/texts/common";
import { ApiError, readFailure } from "./api.ts";

/** Loads the bytes of a `stream` call. Throws an ApiError or, if aborted, the reason. */
export async function loadBytes(address: string, signal?: AbortSignal): Promise<Blob> {
  const reply = await fetch(address, { signal: signal ?? null }).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ApiError("NETWORK_ERROR", commonErrors.NETWORK_ERROR);
  });
  if (reply.ok) return reply.blob();
  return readFailure(reply.status, await reply.json().catch(() => undefined));
}
