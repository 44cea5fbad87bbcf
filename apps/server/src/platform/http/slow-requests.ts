import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { answerClientError } from "./client-error.ts";
import { beginTransfer, continueTransfer, isTooSlow } from "./transfer-rules.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body may take minutes, while it comes at the least rate. */
    isUpload?: boolean;
  }
}

/** Headers must have come by then, those of a live connection too. Node looks every `CONNECTIONS_CHECK_MS`. */
export const HEADERS_WITHIN_MS = 8_000;
export const CONNECTIONS_CHECK_MS = 2_000;
/** Bodies of JSON must have come by then. */
const RECEIVE_WITHIN_MS = 15_000;
const CHECK_MS = 1_000;

/**
 * Cuts connections whose requests do not come to an end: bodies of a few kilobytes after a fixed time, uploads when they are
 * too slow. Node itself does the same for headers.
 */
export function cutSlowRequests(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
    // A request that was injected has come whole, and has no connection.
    if (raw.complete || !(raw.socket instanceof Socket) || (length === "0" && encoding === undefined)) return;
    if (routeOptions.config.isUpload) watchRate(raw);
    else watchTime(raw);
  });
}

function watchTime(request: IncomingMessage): void {
  const timer = setTimeout(() => {
    // A body that has come may wait to be read.
    if (!request.complete) answerClientError({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, request.socket);
  }, RECEIVE_WITHIN_MS);
  whenOver(request, () => clearTimeout(timer));
}

/** The sender of an upload sees a lost connection, which is what it is. */
function watchRate(request: IncomingMessage): void {
  const { socket } = request;
  let transfer = beginTransfer(socket.bytesRead, performance.now());
  const timer = setInterval(() => {
    transfer = continueTransfer(transfer, socket.bytesRead, performance.now());
    if (!request.complete && isTooSlow(transfer, performance.now())) socket.destroy();
  }, CHECK_MS);
  whenOver(request, () => clearInterval(timer));
}

function whenOver(request: IncomingMessage, stop: () => void): void {
  request.once("end", stop).once("close", stop);
}
