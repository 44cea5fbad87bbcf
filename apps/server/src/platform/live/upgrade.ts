import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_FRAME_MAX_BYTES } from "@caramelo/contract/limits";
import { type WebSocket, WebSocketServer } from "ws";
import { hasTwoHosts } from "../http/proxy-rules.ts";

const REASONS = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  503: "Service Unavailable",
} as const;
/** The status with which a handshake is refused, without further details. */
type Refusal = keyof typeof REASONS;

type Options<Me> = {
  /** The exact address. It has no query, so that no secret can be part of it. */
  path: string;
  isSameOrigin(request: IncomingMessage): boolean;
  authenticate(request: IncomingMessage): Promise<Me | 401 | 403>;
  /** The milliseconds after which an unfinished authentication ends and its socket is closed. */
  withinMs: number;
  /** The headers of every refusal. */
  headers: Readonly<Record<string, string>>;
  /** `stream` is the network stream that the socket writes to. */
  onOpen(socket: WebSocket, me: Me, stream: Duplex): void;
  onError(error: unknown): void;
};

// A peer that does not answer the close frame within a second is disconnected. The types of `ws` lack this option.
const CLOSE_OPTIONS = { closeTimeout: 1_000 };

/**
 * Turns handshakes into WebSockets, unless they are refused. Returns a function after which all handshakes are refused.
 */
export function serveUpgrades<Me extends object>(server: Server, options: Options<Me>): () => void {
  const handshakes = new WebSocketServer({
    ...CLOSE_OPTIONS,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIVE_FRAME_MAX_BYTES,
    // No honest browser splits a small frame into thousands of pieces.
    maxFragments: 64,
  });
  // Otherwise `ws` itself would answer a malformed handshake, without the headers.
  handshakes.on("wsClientError", (_error: Error, socket: Duplex) => refuse(socket, 400, options.headers));
  let isOpen = true;
  server.on("upgrade", (request, socket, head) => {
    // A client may vanish during the handshake; without a listener that error would end the process.
    socket.on("error", ignore);
    void authenticateHandshake(request, socket, options).then((me) => {
      if (!me) return;
      if (!isOpen) return refuse(socket, 503, options.headers);
      handshakes.handleUpgrade(request, socket, head, (webSocket) => {
        socket.off("error", ignore);
        options.onOpen(webSocket, me, socket);
      });
    });
  });
  return () => {
    isOpen = false;
    handshakes.close();
  };
}

function ignore(): void {}

/** Returns the member; undefined when the handshake was refused or the client has disconnected. */
async function authenticateHandshake<Me extends object>(
  request: IncomingMessage,
  socket: Duplex,
  options: Options<Me>,
): Promise<Me | undefined> {
  const timer = setTimeout(() => socket.destroy(), options.withinMs);
  const verdict = await checkHandshake(request, options).catch((error: unknown): Refusal => {
    options.onError(error);
    return 503;
  });
  clearTimeout(timer);
  if (typeof verdict === "object") return socket.destroyed ? undefined : verdict;
  refuse(socket, verdict, options.headers);
  return undefined;
}

async function checkHandshake<Me extends object>(
  request: IncomingMessage,
  { path, isSameOrigin, authenticate }: Options<Me>,
): Promise<Me | Refusal> {
  if (hasTwoHosts(request.rawHeaders)) return 400;
  if (request.url !== path) return 404;
  if (!isSameOrigin(request)) return 403;
  return authenticate(request);
}

function refuse(socket: Duplex, status: Refusal, headers: Options<object>["headers"]): void {
  if (socket.destroyed) return;
  const head = [
    "connection: close",
    "content-length: 0",
    "cache-control: no-store",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${head.join("\r\n")}\r\n\r\n`, () => socket.destroy());
}
