import { v7 } from "uuid";

/**
 * Makes the id of a message before the message is shown, so that a message sent twice is stored once. Ids made later in
 * this tab sort later, even within one millisecond or when the clock goes back, because the outbox sends in their
 * order.
 */
export const makeClientId = (): string => v7();
