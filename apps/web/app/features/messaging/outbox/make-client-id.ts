import { v7 } from "uuid";

/**
 * The id of a message, made before the message shows, so that a message sent twice is stored once. Ids made later in this
 * tab sort later, also within one millisecond and when the clock goes back: the outbox sends in their order.
 */
export const makeClientId = (): string => v7();
