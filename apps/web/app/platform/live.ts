import type { LiveSaid } from "@caramelo/contract/live";
import SteadySocket from "partysocket/ws";
import { classifyClose, drawReconnectDelays, type LiveEvent, readFrame } from "./live-rules.ts";

/** The server sends a heartbeat every 25 s. Without any frame for this long, the connection counts as dead. */
const SILENCE_MS = 40_000;
/** The pause after the server refused our frames: does not burden the server, and recovers soon. */
const REFUSED_PAUSE_MS = 60_000;
/** A longer connection attempt is aborted and retried. After a network change it may hang for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;

type Listeners = {
  onEvent: (event: LiveEvent) => void;
  /**
   * Called on the first heartbeat of a connection. Except for the first connection, events may have been missed before.
   */
  onConnected: (isFirst: boolean) => void;
  onSessionOver: () => void;
  /** Called when the connection is lost. Requests sent over it may never be answered. */
  onClosed?: () => void;
};

type Frame = ({ event: "typing" } & LiveSaid<"typing">) | ({ event: "send" } & LiveSaid<"send">);

export type LiveConnection = {
  /** Sends a frame if the connection is open; otherwise drops it, because it would be out of date later. */
  send: (frame: Frame) => void;
  isOpen: () => boolean;
  close: () => void;
};

const addressOf = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;

function openSocket(): SteadySocket {
  const { firstMs, longestMs } = drawReconnectDelays(Math.random);
  return new SteadySocket(addressOf, undefined, {
    minReconnectionDelay: firstMs,
    maxReconnectionDelay: longestMs,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxEnqueuedMessages: 0,
  });
}

/**
 * Opens the one live connection of this tab. It reconnects automatically, and at once when the network or the member
 * returns.
 */
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
  // Each start creates a new socket, because a socket waiting for its next attempt cannot try earlier.
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
