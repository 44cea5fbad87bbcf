import type { ToBrowser } from "@caramelo/contract/live";
import type * as z from "zod";

type Payload<E extends keyof ToBrowser> = z.output<ToBrowser[E]["payload"]>;

/** A message that ends connections, with the facts by which the hubs find them. */
export type EndMessage =
  | { kind: "end-session"; sessionId: string }
  | { kind: "end-member"; memberId: string; exceptSessionId: string | undefined };

/** The messages on the bus to the hubs, which hold the open connections. */
export type BusMessage =
  | { kind: "event"; memberId: string; event: keyof ToBrowser; payload: object }
  /** An event that another process has already written as a frame. */
  | { kind: "frame"; memberId: string; frame: string }
  /** Messages of other processes may have been missed. */
  | { kind: "gap" }
  | EndMessage;

/**
 * Carries events to every open connection of a member. Delivery is not guaranteed: whatever must not be lost is in the
 * database, and browsers learn from the heartbeat that they missed something. Publish only after the commit.
 */
export type LiveBus = {
  publish<E extends keyof ToBrowser>(memberId: string, event: E, payload: Payload<E>): void;
  /** Ends the connections of one session after a sign-out. */
  endSession(sessionId: string): void;
  /**
   * Ends all connections of a member after a suspension or a changed password. The session that caused it may stay.
   */
  endMember(memberId: string, exceptSessionId?: string): void;
  /** Calls the listener with every message. Returns a function that unsubscribes. */
  subscribe(listener: (message: BusMessage) => void): () => void;
};

/** Passes the messages of a bus on to the subscribers in this process. */
export function openListeners() {
  const listeners = new Set<(message: BusMessage) => void>();
  return {
    send(message: BusMessage): void {
      for (const listener of listeners) listener(message);
    },
    subscribe(listener: (message: BusMessage) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The bus of a single process. */
export function openLiveBus(): LiveBus {
  const { send, subscribe } = openListeners();
  return {
    publish: (memberId, event, payload) => send({ kind: "event", memberId, event, payload }),
    endSession: (sessionId) => send({ kind: "end-session", sessionId }),
    endMember: (memberId, exceptSessionId) => send({ kind: "end-member", memberId, exceptSessionId }),
    subscribe,
  };
}
