import type { FastifyInstance } from "fastify";

/** Lets `close` wait `graceMs` for who is still sending or being answered; then their connections end. */
export function boundClosing(app: FastifyInstance, graceMs: number): void {
  app.addHook("preClose", async () => {
    const clock = setTimeout(() => app.server.closeAllConnections(), graceMs);
    app.server.once("close", () => clearTimeout(clock));
  });
}
