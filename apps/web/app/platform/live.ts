import type { LiveSaid, LiveWire } from "@caramelo/contract/live";
import SteadySocket from "partysocket/ws";
import { judgeClose, readFrame } from "./live-rules.ts";

export type LiveChange = LiveWire<"change">;
export type LiveTyping = LiveWire<"typing">;
export type LiveNews =
  | { kind: "change"; change: LiveChange }
  | { kind: "beat"; lastSeq: number }
  | { kind: "typing"; typing: LiveTyping }
  | ({ kind: "notifications" } & LiveWire<"notifications">)
  | ({ kind: "changed" } & LiveWire<"changed">);

/** The server beats every 25 s: after this silence the connection is held for dead. */
const SILENCE_MS = 40_000;
/** After a fault of ours: long enough not to hammer, short enough to heal by itself. */
const FAULT_REST_MS = 60_000;
/** A network change ends a connection without a word; the browser's own give-up takes minutes. */
const CONNECT_TIMEOUT_MS = 10_000;

type Listeners = {
  onNews: (news: LiveNews) => void;
  /** A connection stands, at its first beat: the first one, or one after a time in which nothing was heard. */
  onArrival: (isFirst: boolean) => void;
  /** The session is over. */
  onSessionOver: () => void;
};

export type Live = {
  /** Tells the server, if the connection stands; what is not told now is worth nothing later. */
  tell: (frame: { event: "typing" } & LiveSaid<"typing">) => void;
  isOpen: () => boolean;
  close: () => void;
};

const addressOf = () => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;

const openSocket = () =>
  new SteadySocket(addressOf, undefined, {
    // Each browser has its own pace, so that a restarted server is not met by all of them at once.
    minReconnectionDelay: 800 + Math.random() * 2_400,
    maxReconnectionDelay: 20_000 + Math.random() * 20_000,
    reconnectionDelayGrowFactor: 1.7,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxEnqueuedMessages: 0,
  });

/** Opens this tab's one live connection; it comes back by itself, and at once when the network or the member does. */
export function openLive({ onNews, onArrival, onSessionOver }: Listeners): Live {
  let socket: SteadySocket | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let hasEnded = false;
  let arrivals = 0;
  let isArrivalDue = false;

  function listenForLife() {
    clearTimeout(silence);
    silence = setTimeout(start, SILENCE_MS);
  }
  function handleOpen() {
    isArrivalDue = true;
    listenForLife();
  }
  function handleMessage({ data }: MessageEvent) {
    listenForLife();
    const news = readFrame(data);
    if (!news) return;
    onNews(news);
    if (news.kind !== "beat" || !isArrivalDue) return;
    isArrivalDue = false;
    arrivals += 1;
    onArrival(arrivals === 1);
  }
  function handleClose({ code }: { code: number }) {
    clearTimeout(silence);
    const verdict = judgeClose(code);
    if (verdict === "come-back") return;
    stop();
    if (verdict === "rest") rest = setTimeout(start, FAULT_REST_MS);
    if (verdict !== "over") return;
    hasEnded = true;
    onSessionOver();
  }
  function stop() {
    clearTimeout(silence);
    clearTimeout(rest);
    socket?.removeEventListener("close", handleClose);
    socket?.removeEventListener("message", handleMessage);
    socket?.close();
    socket = undefined;
  }
  // A new one each time: one that waits for its next try cannot be hurried.
  function start() {
    stop();
    socket = openSocket();
    socket.addEventListener("open", handleOpen);
    socket.addEventListener("message", handleMessage);
    socket.addEventListener("close", handleClose);
  }
  const isOpen = () => socket?.readyState === WebSocket.OPEN;
  function comeBack() {
    if (!hasEnded && document.visibilityState === "visible" && !isOpen()) start();
  }
  start();
  window.addEventListener("online", comeBack);
  document.addEventListener("visibilitychange", comeBack);
  return {
    tell: (frame) => {
      if (isOpen()) socket?.send(JSON.stringify(frame));
    },
    isOpen,
    close: () => {
      hasEnded = true;
      stop();
      window.removeEventListener("online", comeBack);
      document.removeEventListener("visibilitychange", comeBack);
    },
  };
}
