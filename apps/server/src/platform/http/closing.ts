import type { FastifyInstance } from "fastify";

/** Gives requests that are still running `graceMs` to finish when the server closes, then ends their connections. */
export function boundClosing(app: FastifyInstance, graceMs: number): void {
  app.addHook("preClose", async () => {
    const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(timer));
  });
}
