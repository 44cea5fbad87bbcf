import type { WebSocket } from "ws";
import type { LiveMe } from "./events.ts";

/** One open connection of a member. There may be many thousands: it holds what it must and no closure. */
export type Line = {
  socket: WebSocket;
  me: LiveMe;
  /** Frames that wait for the first beat; undefined once it has been sent. */
  waiting: string[] | undefined;
  isPongDue: boolean;
  faults: number;
  /** Milliseconds of the latest frames received. */
  frameTimes: number[];
  /** The event under way: those of one connection are obeyed in their order. */
  work: Promise<void> | undefined;
};

export type Lines = ReturnType<typeof openLines>;

/** Every open connection of this process, by socket and by member. One that is ending is no longer among them. */
export function openLines() {
  const bySocket = new Map<WebSocket, Line>();
  const byMember = new Map<string, Line[]>();
  return {
    find: (socket: WebSocket) => bySocket.get(socket),
    has: (line: Line) => bySocket.has(line.socket),
    all: () => [...bySocket.values()],
    /** Oldest first. */
    ofMember: (memberId: string): readonly Line[] => byMember.get(memberId) ?? [],
    count: () => bySocket.size,
    add(line: Line): void {
      bySocket.set(line.socket, line);
      byMember.set(line.me.id, [...(byMember.get(line.me.id) ?? []), line]);
    },
    /** False when it was not there. */
    remove(line: Line): boolean {
      if (!bySocket.delete(line.socket)) return false;
      const rest = (byMember.get(line.me.id) ?? []).filter((other) => other !== line);
      if (rest.length > 0) byMember.set(line.me.id, rest);
      else byMember.delete(line.me.id);
      return true;
    },
  };
}
