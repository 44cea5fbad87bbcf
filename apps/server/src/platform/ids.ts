import { randomUUID } from "node:crypto";
import { v5, v7, validate } from "uuid";

/** For what other members see, such as members and notifications: nobody can read from it when it was made. */
export function randomId(): string {
  return randomUUID();
}

/**
 * For rows that no other member sees, or whose time they see anyway: a UUIDv7 with the milliseconds of `now`, so that new rows
 * lie side by side in an index. Ids of one millisecond have no order.
 */
export function uuidv7(now: Date): string {
  return v7({ msecs: now.getTime() });
}

/** The same id for the same name, within one thing. */
export function idOfName(name: string, thingId: string): string {
  return v5(name, thingId);
}

/** Whether a text that came from elsewhere can be an id of ours. */
export function isUuid(text: string | undefined): text is string {
  return validate(text);
}
