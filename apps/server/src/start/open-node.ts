import { randomUUID } from "node:crypto";
import { toBrowser } from "@caramelo/contract/live";
import { sql } from "kysely";
import type { Connection, Db } from "../platform/database/database.ts";
import { listenTo } from "../platform/database/listen.ts";
import { readSecret } from "../platform/database/read-secret.ts";
import { openEventWriter } from "../platform/live/event-writer.ts";
import type { Log } from "../platform/log.ts";
import { openRedis, type RedisLink } from "../platform/nodes/redis.ts";
import { ENDS_CHANNEL, openSharedLiveBus, type SharedLiveBus } from "../platform/nodes/shared-live-bus.ts";
import type { Config } from "./config.ts";

// Redis may be starting at the same moment as this process.
const FIRST_ANSWER_WITHIN_MS = 3_000;

/** This process as one of several that share events, presence and limits. */
export type Node = { id: string; redis: RedisLink; live: SharedLiveBus };

type Options = { config: Pick<Config, "redisUrl" | "mode" | "role">; log: Log; db: Db; say?: (line: string) => void };

/**
 * Opens this process's part of a group. Returns undefined without REDIS_URL, which means that the process is the only
 * one. The caller must close `redis`.
 */
export async function openNode({ config, log, db, say = () => {} }: Options): Promise<Node | undefined> {
  if (config.redisUrl === undefined) return undefined;
  const id = randomUUID();
  const redis = openRedis({ url: config.redisUrl, secret: await readSecret(db, "page-cursors"), log });
  if (!(await redis.waitUntilConnected(FIRST_ANSWER_WITHIN_MS))) say(NO_REDIS);
  const announceEnd = (text: string) => {
    sql`select pg_notify(${ENDS_CHANNEL}, ${text})`.execute(db).catch((err: unknown) => {
      // If this fails, the other processes end those connections at their next heartbeat.
      log.warn({ err }, "could not tell other processes that connections must end");
    });
  };
  const write = openEventWriter(toBrowser, config.mode !== "production");
  return {
    id,
    redis,
    live: openSharedLiveBus({ nodeId: id, redis, write, announceEnd, hasBrowsers: config.role !== "worker" }),
  };
}

const NO_REDIS =
  "WARNING: the Redis of REDIS_URL does not answer. Until it does, this process counts limits for itself, and members who are connected to another one see new messages later.";

/** Ends the connections that other processes announce. The caller must stop it. */
export function followEnds({ live }: Node, { connection, log }: { connection: Connection; log: Log }) {
  return listenTo(connection, {
    channel: ENDS_CHANNEL,
    onAnnouncement: live.receiveEnd,
    onLost: (err) => log.warn({ err }, "lost the connection that hears which live connections must end"),
  });
}
