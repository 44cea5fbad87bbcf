import { once } from "node:events";
import { WebSocket } from "ws";

const AT_ONCE = 50;

/** Opens one WebSocket; `path` and `cookie` say as whom. */
export async function openSocket(origin: string, path: string, cookie = ""): Promise<WebSocket> {
  const address = origin.replace(/^http/, "ws") + path;
  const socket = new WebSocket(address, { origin, headers: cookie ? { cookie } : {}, perMessageDeflate: false });
  await once(socket, "open");
  return socket;
}

/** Opens many WebSockets, some at a time, and answers them in their order. */
export async function openSockets(origin: string, wanted: { path: string; cookie?: string }[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let index = 0; index < wanted.length; index += AT_ONCE) {
    const some = wanted.slice(index, index + AT_ONCE);
    sockets.push(...(await Promise.all(some.map(({ path, cookie }) => openSocket(origin, path, cookie)))));
  }
  return sockets;
}
