import type { WebSocket } from "ws";
import { answerBench } from "../processes.ts";
import { openSockets } from "./live-sockets.ts";

// Idle connections, held from outside the server that is measured.

export type Held = { origin: string; wanted: { path: string; cookie?: string }[] };

const held: WebSocket[] = [];

/** Answers how many are open in all; those that the server ended do not count. */
async function hold({ origin, wanted }: Held): Promise<number> {
  held.push(...(await openSockets(origin, wanted)));
  return count();
}

function count(): number {
  return held.filter((socket) => socket.readyState === socket.OPEN).length;
}

function letGo(): void {
  for (const socket of held.splice(0)) socket.terminate();
}

answerBench({ hold, count, letGo });
