// An upload has this time before its speed counts.
const GRACE_MS = 10_000;
// Half the speed of the poorest mobile network; five compressed photos take ten minutes at it.
const BYTES_A_SECOND = 8_192;
// A train may go through a tunnel, so a pause is allowed. Bytes that came quickly before it do not allow a longer one.
const PAUSE_MS = 30_000;

/**
 * `cutAt` is when the sender is cut off unless more bytes arrive. Each byte moves it on by the time that one byte may
 * take.
 */
export type Transfer = { bytes: number; cutAt: number };

export function beginTransfer(bytes: number, now: number): Transfer {
  return { bytes, cutAt: now + GRACE_MS };
}

/** `bytes` is the number of all bytes that have arrived so far. */
export function continueTransfer({ bytes: before, cutAt }: Transfer, bytes: number, now: number): Transfer {
  const earnedMs = ((bytes - before) / BYTES_A_SECOND) * 1_000;
  return { bytes, cutAt: Math.min(cutAt + earnedMs, now + PAUSE_MS) };
}

export function isTooSlow({ cutAt }: Transfer, now: number): boolean {
  return now > cutAt;
}
