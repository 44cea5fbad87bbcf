import type { Server } from "node:http";
import type { Socket } from "node:net";
import { addressKey } from "../limits/rate-limit.ts";

/**
 * Closes connections of one address beyond `atOnce`. Behind a proxy all connections come from the proxy, so only the
 * proxy can limit them.
 */
export function boundConnections(server: Server, atOnce: number): void {
  const byAddress = new Map<string, number>();
  // All sockets share this function. The address of a socket is known after its end because it was read once before.
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
