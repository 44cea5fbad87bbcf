import { LIVE_CLOSE } from "@caramelo/contract/limits";
import type { LiveChange, LiveNews, LiveTyping } from "./live.ts";

/**
 * What to do when the server ended the connection. `over`: the session is; never come back. `stay-away`: until the
 * member looks at this tab again. `rest`: this tab misbehaved; a pause first. Anything else is an accident.
 */
export function judgeClose(code: number): "over" | "stay-away" | "rest" | "come-back" {
  if (code === LIVE_CLOSE.sessionOver) return "over";
  if (code === LIVE_CLOSE.tooMany) return "stay-away";
  return code === LIVE_CLOSE.fault || code === LIVE_CLOSE.tooLarge ? "rest" : "come-back";
}

/** What a frame of the server says; undefined for what this version of the page does not know. */
export function readFrame(data: unknown): LiveNews | undefined {
  const frame = parse(data);
  if (frame?.event === "beat" && typeof frame.lastSeq === "number") return { kind: "beat", lastSeq: frame.lastSeq };
  // Our own server wrote these frames by the contract; their telling keys have just been looked at.
  if (frame?.event === "typing") return { kind: "typing", typing: frame as unknown as LiveTyping };
  if (frame?.event === "change" && typeof frame.seq === "number")
    return { kind: "change", change: frame as unknown as LiveChange };
  if (frame?.event === "notifications" && typeof frame.unread === "number")
    return { kind: "notifications", unread: frame.unread };
  if (frame?.event === "changed" && (frame.what === "self" || frame.what === "people"))
    return { kind: "changed", what: frame.what };
  return undefined;
}

function parse(data: unknown): Record<string, unknown> | undefined {
  try {
    const frame: unknown = JSON.parse(String(data));
    // An object has these keys or not; each one read from it is checked.
    return typeof frame === "object" && frame !== null ? (frame as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
