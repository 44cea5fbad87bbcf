/** How slowly the body of an upload may come. Times in milliseconds. */
const GRACE_MS = 10_000;
// Half of what the poorest mobile network gives; five compressed photos take ten minutes at it.
const BYTES_A_SECOND = 8_192;
// A train may go through a tunnel, but what came quickly before buys no longer pause.
const PAUSE_MS = 30_000;

/** When the sender is cut off unless more bytes come: each byte moves it on by the time that it may take. */
export type Transfer = { bytes: number; cutAt: number };

export function beginTransfer(bytes: number, now: number): Transfer {
  return { bytes, cutAt: now + GRACE_MS };
}

/** `bytes` is how many have come in all. */
export function continueTransfer({ bytes: before, cutAt }: Transfer, bytes: number, now: number): Transfer {
  const earned = ((bytes - before) / BYTES_A_SECOND) * 1_000;
  return { bytes, cutAt: Math.min(cutAt + earned, now + PAUSE_MS) };
}

export function isTooSlow({ cutAt }: Transfer, now: number): boolean {
  return now > cutAt;
}
