import { v7 } from "uuid";

/**
 * Creates an id before sending, so that repeated sends are stored once. Later ids of this tab sort later, even within a
 * millisecond or when the clock goes back, because the outbox sends in their order. Unlike the browser's UUIDs these
 * work without https.
 */
export const makeId = (): string => v7();
