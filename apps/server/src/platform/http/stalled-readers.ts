import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";

/** Long enough for a phone that loses its network for a moment. */
const READ_WITHIN_MS = 60_000;

/**
 * Ends the connection of a client that reads nothing of its answer for `withinMs`, so that it does not hold what is
 * sent to it. Node counts whatever the network takes as reading, and sets its own time when an answer is over.
 */
export function endStalledReaders(app: FastifyInstance, withinMs = READ_WITHIN_MS): void {
  app.addHook("onSend", async (_, { raw }) => {
    // The answer to an injected request has no connection.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(withinMs);
  });
}
