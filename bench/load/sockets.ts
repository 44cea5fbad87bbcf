import { once } from "node:events";
import { WebSocket } from "ws";
import type { Visitor } from "../fixtures/sessions.ts";
import { sumUp } from "../rules.ts";

/** Where live connections are opened: at the product with a cookie, at an anchor (`way`) with a name. */
export type Place = { origin: string; way?: "echo" | "insert" | "whole" };

const AT_ONCE = 50;

async function openSocket({ origin, way }: Place, { id, cookie }: Visitor): Promise<WebSocket> {
  const address = `${origin.replace(/^http/, "ws")}${way ? `/${way}/${id}` : "/api/live"}`;
  const socket = new WebSocket(address, { origin, headers: way ? {} : { cookie }, perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

/**
 * Opens a live connection for each visitor, a few at a time. Returns the sockets in the order of the visitors, with the
 * times that opening took.
 */
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
