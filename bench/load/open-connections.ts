import { answerBench } from "../processes.ts";
import type { Round } from "../rules.ts";
import { openSocket } from "./live-sockets.ts";

// Handshakes of live connections, from outside the server that is measured.

export type OpeningLoad = { origin: string; wanted: { path: string; cookie?: string }[]; atOnce: number };

/** Opens each connection once, `atOnce` at a time, and ends them all together afterwards. */
async function open({ origin, wanted, atOnce }: OpeningLoad): Promise<Round> {
  const latencies: number[] = [];
  const started = performance.now();
  const left = [...wanted];
  const sockets: Awaited<ReturnType<typeof openSocket>>[] = [];
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const asked = performance.now();
      sockets.push(await openSocket(origin, next.path, next.cookie));
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - started) / 1000;
  for (const socket of sockets) socket.terminate();
  return { answers: latencies.length, seconds, latencies };
}

answerBench({ open });
