import { commonErrors } from "@caramelo/contract/texts/common";
import { ApiError, readFailure, speakerHeaders } from "./api.ts";

/**
 * Sends a small change that outlives its page. The request leaves before this function returns, so it works while the
 * page unloads. Throws an ApiError when the server refuses.
 */
export async function sendKeptAlive(method: string, address: string, body: unknown): Promise<void> {
  const reply = await fetch(address, {
    method,
    keepalive: true,
    headers: { ...speakerHeaders(), "content-type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new ApiError("NETWORK_ERROR", commonErrors.NETWORK_ERROR);
  });
  if (reply.status < 200 || reply.status > 299) readFailure(reply.status, parse(await reply.text()));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
