/**
 * A signal that aborts with `end`, or after `ms` milliseconds. `AbortSignal.any` is newer than some supported browsers.
 */
export function limitTime(end: AbortSignal, ms: number): AbortSignal {
  const limit = new AbortController();
  const abort = () => limit.abort();
  setTimeout(abort, ms);
  if (end.aborted) abort();
  end.addEventListener("abort", abort, { signal: limit.signal });
  return limit.signal;
}
