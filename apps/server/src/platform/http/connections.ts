import type { Server } from "node:http";
import { addressKey } from "../rate-limit.ts";

/** Closes connections beyond so many of one address. Behind a proxy all come from the proxy, so only the proxy can do this. */
export function boundConnections(server: Server, atOnce: number): void {
  const byAddress = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = addressKey(socket.remoteAddress ?? "");
    const open = byAddress.get(address) ?? 0;
    if (open >= atOnce) {
      socket.destroy();
      return;
    }
    byAddress.set(address, open + 1);
    socket.once("close", () => {
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    });
  });
}
