import type { Duplex } from "node:stream";
import type { WebSocket } from "ws";
import type { LiveMe } from "./event-dispatch.ts";

/** One open connection of a member. There may be many thousands, so it holds only necessary fields, and no closure. */
export type Connection = {
  socket: WebSocket;
  /** The network stream that the socket writes to. */
  stream: Duplex;
  me: LiveMe;
  /** Frames that wait for the first heartbeat; undefined once the heartbeat has been sent. */
  pendingFrames: string[] | undefined;
  isPongDue: boolean;
  /** How many frames broke the protocol. */
  violations: number;
  /** The arrival times, in milliseconds, of the frames within a second of the latest one. */
  frameTimes: readonly number[];
  /** The promise of the event in progress. The events of one connection are dispatched in their order. */
  work: Promise<void> | undefined;
  /** How many events are waiting or in progress. */
  waiting: number;
};

/** All connections that have received nothing yet share this array. */
const NO_FRAMES: readonly number[] = [];

export function newConnection(socket: WebSocket, me: LiveMe, stream: Duplex): Connection {
  return {
    socket,
    stream,
    me,
    pendingFrames: [],
    isPongDue: false,
    violations: 0,
    frameTimes: NO_FRAMES,
    work: undefined,
    waiting: 0,
  };
}

export type ConnectionRegistry = ReturnType<typeof openConnectionRegistry>;

/**
 * Every open connection of this process, by socket and by member. A connection that is being closed is no longer in it.
 */
export function openConnectionRegistry() {
  const bySocket = new Map<WebSocket, Connection>();
  const byMember = new Map<string, Connection[]>();
  return {
    find: (socket: WebSocket) => bySocket.get(socket),
    has: (connection: Connection) => bySocket.has(connection.socket),
    all: () => [...bySocket.values()],
    /** Returns a member's connections, the oldest first. */
    ofMember: (memberId: string): readonly Connection[] => byMember.get(memberId) ?? [],
    listMembers: () => [...byMember.keys()],
    count: () => bySocket.size,
    add(connection: Connection): void {
      const { socket, me } = connection;
      bySocket.set(socket, connection);
      const others = byMember.get(me.id);
      // Most members have one connection, and a spread would reserve room for sixteen more.
      byMember.set(me.id, others ? [...others, connection] : [connection]);
    },
    /** Returns false when the connection was not in the registry. */
    remove(connection: Connection): boolean {
      const { socket, me } = connection;
      if (!bySocket.delete(socket)) return false;
      const rest = (byMember.get(me.id) ?? []).filter((memberConnection) => memberConnection !== connection);
      if (rest.length > 0) byMember.set(me.id, rest);
      else byMember.delete(me.id);
      return true;
    },
  };
}

/**
 * The members whose last connection closed a moment ago, until it is certain that they did not only reload the page.
 */
export function openDepartures(graceMs: number) {
  // The map is in the order of closing: a member who comes back and leaves again moves to the end.
  const closings = new Map<string, Date>();
  return {
    add(memberId: string, closedAt: Date): void {
      closings.delete(memberId);
      closings.set(memberId, closedAt);
    },
    /** Forgets a member who is back. Returns false when no departure of theirs was waiting. */
    cancel: (memberId: string): boolean => closings.delete(memberId),
    /** Removes and returns the departures whose grace period is over. */
    takeDue(now: Date): { memberId: string; closedAt: Date }[] {
      const due: { memberId: string; closedAt: Date }[] = [];
      for (const [memberId, closedAt] of closings) {
        if (now.getTime() - closedAt.getTime() < graceMs) break;
        closings.delete(memberId);
        due.push({ memberId, closedAt });
      }
      return due;
    },
  };
}
