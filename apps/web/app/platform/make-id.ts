import { v7 } from "uuid";

/**
 * Makes the id of something before it is sent, so that what is sent twice is stored once. Ids made later in this tab
 * sort later, even within one millisecond or when the clock goes back, because the outbox sends in their order. Unlike
 * the browser's own ids these work without https, too.
 */
export const makeId = (): string => v7();
