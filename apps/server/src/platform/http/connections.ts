import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "../limits/rate-limit.ts";

/** Closes connections beyond so many of one address. Behind a proxy all come from the proxy, so only the proxy can do this. */
export function boundConnections(server: Server, atOnce: number): void {
  const byAddress = new Map<string, number>();
  // All sockets share it. A socket that was asked for its address once knows it also after its end.
  function handleClose(this: Socket): void {
    const address = addressKey(this.remoteAddress ?? "");
    const left = (byAddress.get(address) ?? 1) - 1;
    if (left > 0) byAddress.set(address, left);
    else byAddress.delete(address);
  }
  server.on("connection", (socket) => {
    const address = addressKey(socket.remoteAddress ?? "");
    const open = byAddress.get(address) ?? 0;
    if (open >= atOnce) {
      socket.destroy();
      return;
    }
    byAddress.set(address, open + 1);
    socket.on("close", handleClose);
  });
}
