import type { Server } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
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
    const openCount = (byAddress.get(address) ?? 1) - 1;
    if (openCount > 0) byAddress.set(address, openCount);
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

/** Gives running requests `graceMs` to finish when the server closes, then ends their connections. */
export function boundClosing(app: FastifyInstance, graceMs: number): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(timer));
  });
}

/** Long enough for a phone that loses its network for a moment. */
const READ_WITHIN_MS = 60_000;

/**
 * Ends the connection of a client that reads nothing of its answer for `withinMs`, so that it does not hold the
 * answer's memory. Node counts whatever the network takes as reading, and sets its own timeout when an answer is over.
 */
export function endStalledReaders(app: FastifyInstance, withinMs = READ_WITHIN_MS): void {
  app.addHook("onSend", async (_, { raw }) => {
    // The answer to an injected request has no connection.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(withinMs);
  });
}
