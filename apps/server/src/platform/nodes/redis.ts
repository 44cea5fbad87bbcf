import { createHmac } from "node:crypto";
import { Redis, type RedisOptions } from "ioredis";
import { Failure } from "../http/failure.ts";
import type { Log } from "../log.ts";
import type { RedisKind } from "./inventory.ts";

// Longer than any answer of a healthy Redis, and short enough that a request may wait for it once.
const ANSWER_WITHIN_MS = 1_000;
/** How often a Redis that did not answer is probed. Until it answers, no request waits for it. */
const PROBE_EVERY_MS = 500;
const RECONNECT_MAX_MS = 1_000;
/** A connection that stays silent this long after a command is replaced. */
const SILENT_MS = 2_000;
/** How often the connection that only listens is pinged, so that its loss is noticed. */
const PING_EVERY_MS = 5_000;

/**
 * The state that several processes share through Redis. When Redis does not answer, each process continues alone: no
 * stored data depends on Redis.
 */
export type RedisLink = ReturnType<typeof openRedis>;

type Options = {
  url: string;
  /** The processes of one installation share this secret, and no other user of the same Redis has it. */
  secret: Buffer;
  log: Log;
  answerWithinMs?: number;
};

// While the connection is lost a command is refused at once, so that no request waits and no commands pile up.
const OPTIONS: RedisOptions = {
  lazyConnect: true,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  autoResubscribe: false,
  connectTimeout: SILENT_MS,
  socketTimeout: SILENT_MS,
  // A server that has become a replica refuses writes; by now its name may lead to the new primary, so we reconnect.
  reconnectOnError: ({ message }) => message.startsWith("READONLY"),
  retryStrategy: (times) => Math.min(times * 100, RECONNECT_MAX_MS),
};

/** Opens the connections to Redis without waiting for them. The caller must call `close`. */
export function openRedis({ url, secret, log, answerWithinMs = ANSWER_WITHIN_MS }: Options) {
  const client = new Redis(url, { ...OPTIONS, commandTimeout: answerWithinMs });
  const subscriber = new Redis(url, OPTIONS);
  const keyOf = keysOf(secret);
  const channel = keyOf("live events");
  const state = openState([client, subscriber], log);
  for (const connection of [client, subscriber]) {
    connection.on("ready", state.noteAnswer);
    connection.on("error", state.noteLoss);
    connection.on("close", () => state.noteLoss(new Error("the connection was closed")));
    // This is the first attempt; `retryStrategy` decides about all later ones.
    connection.connect().catch(() => {});
  }
  // A timer probes a lost Redis, so that no request has to wait to find out whether it is back.
  const probes = setInterval(() => {
    if (state.isLost() && client.status === "ready") client.ping().then(state.noteAnswer, state.noteLoss);
  }, PROBE_EVERY_MS);
  const pings = setInterval(() => {
    if (subscriber.status === "ready") subscriber.ping().catch(state.noteLoss);
  }, PING_EVERY_MS);

  const isConnected = () => !state.isLost() && client.status === "ready";
  return {
    client,
    keyOf,
    /** Runs `work` with Redis, or `otherwise` when Redis does not answer. A thrown `Failure` is an answer. */
    async attempt<T>(work: () => Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
      if (!isConnected()) return otherwise();
      try {
        return await work();
      } catch (error) {
        if (error instanceof Failure) throw error;
        state.noteLoss(error);
        return otherwise();
      }
    },
    /** Sends a text to all subscribers. The text is lost when Redis does not answer. */
    publish: (text: string): void => {
      // The result is not awaited, so even a slow Redis is tried.
      if (client.status === "ready") client.publish(channel, text).catch(state.noteLoss);
    },
    /**
     * Calls `onText` with each text, and `onBegin` whenever listening begins, because earlier texts may have been
     * missed.
     */
    subscribe({ onText, onBegin }: { onText(text: string): void; onBegin(): void }): void {
      subscriber.on("message", (_, text: string) => onText(text));
      const listen = () => subscriber.subscribe(channel).then(onBegin, state.noteLoss);
      if (subscriber.status === "ready") void listen();
      subscriber.on("ready", listen);
    },
    isConnected,
    /** Waits until Redis answers, at most `ms` milliseconds. Returns whether it does. */
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
      state.close();
      clearInterval(probes);
      clearInterval(pings);
      client.disconnect();
      subscriber.disconnect();
    },
  };
}

/**
 * Returns a key of this installation that does not reveal its parts, because addresses of people must not be readable
 * in Redis.
 */
const keysOf =
  (secret: Buffer) =>
  (kind: RedisKind, ...parts: string[]) => {
    const text = [kind, ...parts].join(" ");
    return `caramelo:${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };

/** Whether Redis answers. Each change is logged once. */
function openState(connections: readonly Redis[], log: Log) {
  let isLost = false;
  let isClosing = false;
  return {
    isLost: () => isLost,
    noteLoss(error: unknown): void {
      if (isLost || isClosing) return;
      isLost = true;
      log.warn({ reason: reasonOf(error) }, "Redis does not answer: each process goes on by itself");
    },
    noteAnswer(): void {
      if (connections.some(({ status }) => status !== "ready")) return;
      if (isLost) log.warn("Redis answers again");
      isLost = false;
    },
    close(): void {
      isClosing = true;
    },
  };
}

/**
 * Returns only the message: the error of a refused command also carries the command's arguments, which may include the
 * password.
 */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown";
}
