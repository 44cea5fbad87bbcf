import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { LIVE_FRAME_MAX_BYTES } from "@caramelo/contract/limits";
import { type WebSocket, WebSocketServer } from "ws";

const REASONS = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 503: "Service Unavailable" } as const;
/** Why a handshake is refused: a bare status, without details. */
type Refusal = keyof typeof REASONS;

type Options<Me> = {
  /** Exactly the address, without a query: nothing secret can stand in it. */
  path: string;
  isSameOrigin(request: IncomingMessage): boolean;
  authenticate(request: IncomingMessage): Promise<Me | 401 | 403>;
  /** An authentication that takes longer is cut. */
  withinMs: number;
  onOpen(socket: WebSocket, me: Me): void;
  onError(error: unknown): void;
};

// A peer that does not answer the farewell within a second is hung up on. Newer than the types of `ws`.
const FAREWELL = { closeTimeout: 1_000 };

/** Turns handshakes into WebSockets. Who is refused never gets one. Answers how to refuse all from now on. */
export function serveUpgrades<Me extends object>(server: Server, options: Options<Me>): () => void {
  const handshakes = new WebSocketServer({
    ...FAREWELL,
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: LIVE_FRAME_MAX_BYTES,
    // One small frame in thousands of pieces is no one's honest doing.
    maxFragments: 64,
  });
  server.on("upgrade", (request, socket, head) => {
    // A client that vanishes mid-handshake is nobody's fault; without a listener it would end the process.
    socket.on("error", ignore);
    void shake(request, socket, options).then((me) => {
      if (!me) return;
      handshakes.handleUpgrade(request, socket, head, (webSocket) => {
        socket.off("error", ignore);
        options.onOpen(webSocket, me);
      });
    });
  });
  return () => handshakes.close();
}

function ignore(): void {}

/** Who knocks; undefined when they were refused or are gone. */
async function shake<Me extends object>(
  request: IncomingMessage,
  socket: Duplex,
  options: Options<Me>,
): Promise<Me | undefined> {
  const clock = setTimeout(() => socket.destroy(), options.withinMs);
  const verdict = await judge(request, options).catch((error: unknown): Refusal => {
    options.onError(error);
    return 503;
  });
  clearTimeout(clock);
  if (typeof verdict === "object") return socket.destroyed ? undefined : verdict;
  refuse(socket, verdict);
  return undefined;
}

async function judge<Me extends object>(
  request: IncomingMessage,
  { path, isSameOrigin, authenticate }: Options<Me>,
): Promise<Me | Refusal> {
  if (request.url !== path) return 404;
  if (!isSameOrigin(request)) return 403;
  return authenticate(request);
}

function refuse(socket: Duplex, status: Refusal): void {
  if (socket.destroyed) return;
  const head = ["connection: close", "content-length: 0", "cache-control: no-store", "x-content-type-options: nosniff"];
  socket.end(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${head.join("\r\n")}\r\n\r\n`, () => socket.destroy());
}
