import { LIVE_CLOSE } from "@caramelo/contract/limits";
import type { LiveWire } from "@caramelo/contract/live";

type LiveChange = LiveWire<"change">;
type LiveTyping = LiveWire<"typing">;
export type LiveEvent =
  | { kind: "change"; change: LiveChange }
  | { kind: "heartbeat"; lastSeq: number }
  | { kind: "typing"; typing: LiveTyping }
  | ({ kind: "notifications" } & LiveWire<"notifications">)
  | ({ kind: "sent" } & LiveWire<"sent">)
  | ({ kind: "refused" } & LiveWire<"refused">)
  | ({ kind: "match" } & LiveWire<"match">)
  | ({ kind: "changed" } & LiveWire<"changed">);

/**
 * How to react to a connection closed by the server. `session-over`: never reconnect. `too-many`: stay closed until
 * this tab becomes visible again. `refused`: this tab broke a rule, so it pauses before it reconnects. Otherwise an
 * accident.
 */
export function classifyClose(code: number): "session-over" | "too-many" | "refused" | "accident" {
  if (code === LIVE_CLOSE.sessionOver) return "session-over";
  if (code === LIVE_CLOSE.tooMany) return "too-many";
  return code === LIVE_CLOSE.violation || code === LIVE_CLOSE.tooLarge ? "refused" : "accident";
}

/**
 * The reconnect delays of one browser: the first one, and the maximum. Randomised per browser, so that a restarted or
 * drained server does not get all of them at once. `random` returns numbers from 0 to 1.
 */
export function drawReconnectDelays(random: () => number): { firstMs: number; longestMs: number } {
  return { firstMs: 800 + random() * 2_400, longestMs: 20_000 + random() * 20_000 };
}

/** Parses a frame of the server; undefined for events unknown to this version of the page. */
export function readFrame(data: unknown): LiveEvent | undefined {
  const frame = parse(data);
  if (frame?.event === "heartbeat" && typeof frame.lastSeq === "number")
    return { kind: "heartbeat", lastSeq: frame.lastSeq };
  // The casts are safe, because our server wrote these frames by the contract, and the discriminating keys were
  // checked.
  if (frame?.event === "typing") return { kind: "typing", typing: frame as unknown as LiveTyping };
  if (frame?.event === "change" && typeof frame.seq === "number")
    return { kind: "change", change: frame as unknown as LiveChange };
  if (frame?.event === "sent" && typeof frame.message === "object")
    return { kind: "sent", message: (frame as unknown as LiveWire<"sent">).message };
  if (frame?.event === "refused" && typeof frame.clientId === "string")
    return { ...(frame as unknown as LiveWire<"refused">), kind: "refused" };
  if (frame?.event === "notifications" && typeof frame.unread === "number")
    return { kind: "notifications", unread: frame.unread };
  if (frame?.event === "match" && typeof frame.withId === "string") return { kind: "match", withId: frame.withId };
  if (frame?.event === "changed" && (frame.what === "self" || frame.what === "people"))
    return { kind: "changed", what: frame.what };
  return undefined;
}

function parse(data: unknown): Record<string, unknown> | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    // The cast is safe, because each key read from the object is checked.
    return typeof frame === "object" && frame !== null ? (frame as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
