import type { LiveChange, LiveNews, LiveTyping } from "./live.ts";

// The contract's numbers; importing its file at run time would bring the whole schema library along.
const SESSION_OVER = 4401;
const TOO_MANY = 4409;
const FAULTS = [1008, 1009];

/**
 * What to do when the server ended the connection. `over`: the session is; never come back. `stay-away`: until the
 * member looks at this tab again. `rest`: this tab misbehaved; a pause first. Anything else is an accident.
 */
export function judgeClose(code: number): "over" | "stay-away" | "rest" | "come-back" {
  if (code === SESSION_OVER) return "over";
  if (code === TOO_MANY) return "stay-away";
  return FAULTS.includes(code) ? "rest" : "come-back";
}

/** What a frame of the server says; undefined for what this version of the page does not know. */
export function readFrame(data: unknown): LiveNews | undefined {
  const frame = parse(data);
  if (frame?.type === "beat" && typeof frame.lastSeq === "number") return { kind: "beat", lastSeq: frame.lastSeq };
  // Our own server wrote these frames by the contract; their telling keys have just been looked at.
  if (frame?.type === "typing") return { kind: "typing", typing: frame as unknown as LiveTyping };
  if (typeof frame?.seq === "number") return { kind: "change", change: frame as unknown as LiveChange };
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
