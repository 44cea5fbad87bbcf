import type { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { answerClientError } from "./client-error.ts";
import { beginTransfer, continueTransfer, isTooSlow } from "./transfer-rules.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The body of this route may take minutes, as long as it does not come too slowly. */
    isUpload?: boolean;
  }
}

type Headers = Readonly<Record<string, string>>;

/**
 * The time in which all headers must have arrived, also for a live connection. Node checks every
 * `CONNECTIONS_CHECK_MS`.
 */
export const HEADERS_WITHIN_MS = 8_000;
export const CONNECTIONS_CHECK_MS = 2_000;
/** The time in which a JSON body must have arrived. */
const RECEIVE_WITHIN_MS = 15_000;
const CHECK_MS = 1_000;

/**
 * Closes connections whose requests do not end: JSON bodies after a fixed time, uploads when they are too slow. Node
 * itself does the same for headers. An answer has these `headers`.
 */
export function cutSlowRequests(app: FastifyInstance, headers: Headers): void {
  app.addHook("onRequest", async ({ raw, routeOptions }) => {
    const { "content-length": length = "0", "transfer-encoding": encoding } = raw.headers;
    // An injected request is complete from the beginning and has no connection.
    if (raw.complete || !(raw.socket instanceof Socket) || (length === "0" && encoding === undefined)) return;
    if (routeOptions.config.isUpload) watchRate(raw);
    else watchTime(raw, headers);
  });
}

function watchTime(request: IncomingMessage, headers: Headers): void {
  const timer = setTimeout(() => {
    // A complete body may still be waiting to be read, and must not be cut off.
    if (!request.complete) answerClientError({ code: "ERR_HTTP_REQUEST_TIMEOUT" }, request.socket, headers);
  }, RECEIVE_WITHIN_MS);
  whenOver(request, () => clearTimeout(timer));
}

/** Closes the connection of an upload that is too slow. There is no answer; the sender sees a lost connection. */
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
