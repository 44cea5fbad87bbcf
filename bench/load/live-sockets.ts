import { once } from "node:events";
import { WebSocket } from "ws";

const AT_ONCE = 50;

/** An open WebSocket; `path` and `cookie` say who it is. */
export async function openSocket(origin: string, path: string, cookie = ""): Promise<WebSocket> {
  const address = origin.replace(/^http/, "ws") + path;
  const socket = new WebSocket(address, { origin, headers: cookie ? { cookie } : {}, perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

/** Opens many, some at a time, and answers them in their order. */
export async function openSockets(origin: string, wanted: { path: string; cookie?: string }[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let place = 0; place < wanted.length; place += AT_ONCE) {
    const some = wanted.slice(place, place + AT_ONCE);
    sockets.push(...(await Promise.all(some.map(({ path, cookie }) => openSocket(origin, path, cookie)))));
  }
  return sockets;
}
