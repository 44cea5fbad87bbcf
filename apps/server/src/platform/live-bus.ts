import type { ToBrowser } from "@caramelo/contract/live";
import type * as z from "zod";

type Payload<T extends keyof ToBrowser> = z.output<ToBrowser[T]["payload"]>;

/** What travels between those who change something and the hubs that hold open connections. */
export type LiveNews =
  | { kind: "tell"; memberId: string; type: keyof ToBrowser; payload: object }
  | { kind: "end-session"; sessionId: string }
  | { kind: "end-member"; memberId: string; exceptSessionId: string | undefined };

/**
 * Carries news to every open connection of a member. Nothing here is promised to arrive: what must not be lost is in the
 * database, and browsers find out from the beat that they missed it. Call it after the commit.
 */
export type LiveBus = {
  tell<T extends keyof ToBrowser>(memberId: string, type: T, payload: Payload<T>): void;
  /** The connections of one session end: sign-out. */
  endSession(sessionId: string): void;
  /** All connections of a member end: suspension, a changed password. The session that asked for it may stay. */
  endMember(memberId: string, exceptSessionId?: string): void;
  /** Hears everything; returns how to stop. */
  listen(listener: (news: LiveNews) => void): () => void;
};

/** The bus of one process. */
export function openLiveBus(): LiveBus {
  const listeners = new Set<(news: LiveNews) => void>();
  const publish = (news: LiveNews) => {
    for (const listener of listeners) listener(news);
  };
  return {
    tell: (memberId, type, payload) => publish({ kind: "tell", memberId, type, payload }),
    endSession: (sessionId) => publish({ kind: "end-session", sessionId }),
    endMember: (memberId, exceptSessionId) => publish({ kind: "end-member", memberId, exceptSessionId }),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
