import type { LiveSaid } from "@caramelo/contract/live";
import SteadySocket from "partysocket/ws";
import type { LiveEvent } from "./live-event.ts";
import { classifyClose, readFrame } from "./live-rules.ts";

/** The server sends a heartbeat every 25 s: after this silence the connection is taken for dead. */
const SILENCE_MS = 40_000;
/** After the server refused our frames: long enough not to hammer it, short enough to heal by itself. */
const REFUSED_PAUSE_MS = 60_000;
/** A network change ends a connection without a word; the browser's own give-up takes minutes. */
const CONNECT_TIMEOUT_MS = 10_000;

type Listeners = {
  onEvent: (event: LiveEvent) => void;
  /** The first heartbeat of a connection arrived. After the first connection, any event may have been missed. */
  onConnected: (isFirst: boolean) => void;
  onSessionOver: () => void;
  /** The connection is gone. What was sent over it may never be answered. */
  onClosed?: () => void;
};

type Frame = ({ event: "typing" } & LiveSaid<"typing">) | ({ event: "send" } & LiveSaid<"send">);

export type LiveConnection = {
  /** Sends a frame if the connection stands. One that cannot leave now is dropped: it would be worthless later. */
  send: (frame: Frame) => void;
  isOpen: () => boolean;
  close: () => void;
};

const addressOf = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;

const openSocket = () =>
  new SteadySocket(addressOf, undefined, {
    // Each browser has its own pace, so that a restarted server does not meet all of them at once.
    minReconnectionDelay: 800 + Math.random() * 2_400,
    maxReconnectionDelay: 20_000 + Math.random() * 20_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxEnqueuedMessages: 0,
  });

/** Opens this tab's one live connection. It reconnects by itself, and at once when the network or the member returns. */
export function openLive({ onEvent, onConnected, onSessionOver, onClosed }: Listeners): LiveConnection {
  let socket: SteadySocket | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  let connections = 0;
  let isFirstHeartbeatDue = false;

  function restartSilenceTimer() {
    clearTimeout(silence);
    silence = setTimeout(start, SILENCE_MS);
  }
  function handleOpen() {
    isFirstHeartbeatDue = true;
    restartSilenceTimer();
  }
  function handleMessage({ data }: MessageEvent) {
    restartSilenceTimer();
    const event = readFrame(data);
    if (!event) return;
    onEvent(event);
    if (event.kind !== "heartbeat" || !isFirstHeartbeatDue) return;
    isFirstHeartbeatDue = false;
    connections += 1;
    onConnected(connections === 1);
  }
  function handleClose({ code }: { code: number }) {
    clearTimeout(silence);
    onClosed?.();
    const reason = classifyClose(code);
    if (reason === "accident") return;
    stop();
    if (reason === "refused") pause = setTimeout(start, REFUSED_PAUSE_MS);
    if (reason !== "session-over") return;
    hasEnded = true;
    onSessionOver();
  }
  function stop() {
    clearTimeout(silence);
    clearTimeout(pause);
    socket?.removeEventListener("close", handleClose);
    socket?.removeEventListener("message", handleMessage);
    if (socket) onClosed?.();
    socket?.close();
    socket = undefined;
  }
  // A new socket each time: one that waits for its next try cannot be hurried.
  function start() {
    stop();
    socket = openSocket();
    socket.addEventListener("open", handleOpen);
    socket.addEventListener("message", handleMessage);
    socket.addEventListener("close", handleClose);
  }
  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  function reconnect() {
    if (!hasEnded && document.visibilityState === "visible" && !isOpen()) start();
  }
  start();
  window.addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", reconnect);
  return {
    send: (frame) => {
      if (isOpen()) socket?.send(JSON.stringify(frame));
    },
    isOpen,
    close: () => {
      hasEnded = true;
      stop();
      window.removeEventListener("online", reconnect);
      document.removeEventListener("visibilitychange", reconnect);
    },
  };
}
