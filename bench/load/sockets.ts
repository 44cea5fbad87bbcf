import { once } from "node:events";
import { WebSocket } from "ws";
import type { Visitor } from "../fixtures/sessions.ts";
import { sumUp } from "../rules.ts";

/** Where live connections are opened: of the product by a cookie, of an anchor (`way`) by a name. */
export type Place = { origin: string; way?: "echo" | "insert" | "whole" };

const AT_ONCE = 50;

async function openSocket({ origin, way }: Place, { id, cookie }: Visitor): Promise<WebSocket> {
  const address = `${origin.replace(/^http/, "ws")}${way ? `/${way}/${id}` : "/api/live"}`;
  const socket = new WebSocket(address, { origin, headers: way ? {} : { cookie }, perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

/** Opens a live connection for each, some at a time, and answers them in their order and what it took. */
export async function openSockets(place: Place, visitors: Visitor[]) {
  const sockets: WebSocket[] = [];
  const latencies: number[] = [];
  const started = performance.now();
  const left = visitors.entries();
  const work = async () => {
    for (const [index, visitor] of left) {
      const asked = performance.now();
      sockets[index] = await openSocket(place, visitor);
      latencies.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { sockets, sample: sumUp(latencies, (performance.now() - started) / 1000) };
}
