/** How long a test waits for what must come. It is long, because a busy machine is only slow. */
export const PATIENT = { timeout: 60_000, interval: 5 };
