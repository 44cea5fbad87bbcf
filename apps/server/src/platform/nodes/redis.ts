import { createHmac } from "node:crypto";
import { Redis, type RedisOptions } from "ioredis";
import { Failure } from "../http/failure.ts";
import type { Log } from "../log.ts";

// Longer than any answer of a Redis that is well, and short enough that a request may wait for it once.
const ANSWER_WITHIN_MS = 1_000;
/** How often a Redis that did not answer is asked whether it does now. Nothing else is asked of it meanwhile. */
const PROBE_EVERY_MS = 500;
const RECONNECT_MAX_MS = 1_000;
/** A connection that brings nothing for so long, though something was asked, is replaced. */
const SILENT_MS = 2_000;
/** How often the connection that only listens is asked, so that it cannot be dead without a word. */
const PING_EVERY_MS = 5_000;

/** What several processes share by Redis. Without an answer each goes on by itself: nothing that is stored waits for Redis. */
export type RedisLink = ReturnType<typeof openRedis>;

type Options = {
  url: string;
  /** Shared by the processes of one installation, and by nobody else who uses the same Redis. */
  secret: Buffer;
  log: Log;
  answerWithinMs?: number;
};

// A command is refused at once while the connection is lost, so that nobody waits and nothing piles up.
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  // What became a replica behind our back writes nothing any more: its name may lead to another one by now.
  reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
};

/** Opens the connections to Redis and does not wait for them. The caller must close it. */
export function openRedis({ url, secret, log, answerWithinMs = ANSWER_WITHIN_MS }: Options) {
  const client = new Redis(url, { ...OPTIONS, commandTimeout: answerWithinMs });
  const subscriber = new Redis(url, OPTIONS);
  /** A key of this installation that reveals nothing of what it names: addresses of people must not lie in Redis. */
  const keyOf = (text: string) => `caramelo:${createHmac("sha256", secret).update(text).digest("base64url")}`;
  const channel = keyOf("live events");
  let isLost = false;
  let isClosing = false;

  function noteLoss(error: unknown): void {
    if (isLost || isClosing) return;
    isLost = true;
    log.warn({ reason: reasonOf(error) }, "Redis does not answer: each process goes on by itself");
  }
  function noteAnswer(): void {
    if (client.status !== "ready" || subscriber.status !== "ready") return;
    if (isLost) log.warn("Redis answers again");
    isLost = false;
  }

  for (const connection of [client, subscriber]) {
    connection.on("ready", noteAnswer);
    connection.on("error", noteLoss);
    connection.on("close", () => noteLoss(new Error("the connection was closed")));
    // The first attempt; what follows is up to `retryStrategy`.
    connection.connect().catch(() => {});
  }
  // No request waits to find out whether Redis is back.
  const probes = setInterval(() => {
    if (isLost && client.status === "ready") client.ping().then(noteAnswer, noteLoss);
  }, PROBE_EVERY_MS);
  const pings = setInterval(() => {
    if (subscriber.status === "ready") subscriber.ping().catch(noteLoss);
  }, PING_EVERY_MS);

  /** Does the work with Redis, or the other one when Redis does not answer. A `Failure` is an answer. */
  async function attempt<T>(work: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
    if (isLost || client.status !== "ready") return otherwise();
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) throw error;
      noteLoss(error);
      return otherwise();
    }
  }
  return {
    client,
    keyOf,
    attempt,
    /** Sends a text to everybody who has subscribed; it is lost when Redis does not answer. */
    publish: (text: string): void => {
      // Nobody waits for it, so it is tried even of a Redis that is slow.
      if (client.status === "ready") client.publish(channel, text).catch(noteLoss);
    },
    /** Calls `onText` with each text, and `onBegin` whenever listening begins: before that some may have been missed. */
    subscribe({ onText, onBegin }: { onText(text: string): void; onBegin(): void }): void {
      subscriber.on("message", (_, text: string) => onText(text));
      const listen = () => subscriber.subscribe(channel).then(onBegin, noteLoss);
      if (subscriber.status === "ready") void listen();
      subscriber.on("ready", listen);
    },
    isConnected: () => !isLost && client.status === "ready",
    /** Waits until Redis answers, at most so long. */
    waitUntilConnected: (ms: number): Promise<boolean> =>
      client.status === "ready"
        ? Promise.resolve(true)
        : new Promise((resolve) => {
            const timer = setTimeout(resolve, ms, false);
            client.once("ready", () => {
              clearTimeout(timer);
              resolve(true);
            });
          }),
    close: () => {
      isClosing = true;
      clearInterval(probes);
      clearInterval(pings);
      client.disconnect();
      subscriber.disconnect();
    },
  };
}

/** The error of a refused command carries that command with its arguments, which may be the password. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
