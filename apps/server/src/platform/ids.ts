import { randomUUID } from "node:crypto";
import { NIL, v5, v7, validate } from "uuid";

/** The lowest UUID, which no row has: reading all rows in the order of their ids begins after it. */
export const NIL_ID: string = NIL;

/**
 * Returns a random id for rows that other members see, such as members and notifications: it does not reveal when it
 * was made.
 */
export function randomId(): string {
  return randomUUID();
}

/**
 * Returns a UUIDv7 with the milliseconds of `now`, for rows that no other member sees, or whose time other members see
 * anyway. New rows then lie side by side in an index. Ids of the same millisecond have no order.
 */
export function uuidv7(now: Date): string {
  return v7({ msecs: now.getTime() });
}

/** Returns a UUIDv5: always the same id for the same name and thing. */
export function idOfName(name: string, thingId: string): string {
  return v5(name, thingId);
}

/** Whether a text from outside can be one of our ids. */
export function isUuid(text: string | undefined): text is string {
  return validate(text);
}
