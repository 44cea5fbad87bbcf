import type { BusMessage } from "../platform/live/live-bus.ts";
import type { World } from "./world.ts";

type PublishedEvent = { type: string; payload: object };

/** Records the live events that are published from now on. `publishedTo` returns those for one member, in order. */
export function recordPublishedEvents({ context }: Pick<World, "context">) {
  const messages: BusMessage[] = [];
  context.live.subscribe((message) => messages.push(message));
  const publishedTo = ({ id }: { id: string }): PublishedEvent[] =>
    messages
      .flatMap((message) => (message.kind === "event" && message.memberId === id ? [message] : []))
      .map(({ event, payload }) => ({ type: event, payload }));
  return { publishedTo };
}

export const SELF_CHANGED: PublishedEvent = { type: "changed", payload: { what: "self" } };
export const PEOPLE_CHANGED: PublishedEvent = { type: "changed", payload: { what: "people" } };
export const unread = (count: number): PublishedEvent => ({ type: "notifications", payload: { unread: count } });
export const matched = ({ id }: { id: string }): PublishedEvent => ({ type: "match", payload: { withId: id } });
