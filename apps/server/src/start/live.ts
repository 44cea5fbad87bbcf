import type { Server } from "node:http";
import { LIVE_HEARTBEAT_MS, PRESENCE_GRACE_MS } from "@caramelo/contract/limits";
import { toBrowser, toServer } from "@caramelo/contract/live";
import { findCaller } from "../features/accounts/session-check.ts";
import { publishTyping } from "../features/messaging/live.ts";
import { isOpenPair } from "../features/messaging/queries/pairs.ts";
import { listHeartbeats } from "../features/messaging/queries/stream-states.ts";
import { receiveSend } from "../features/messaging/receive-send.ts";
import { recordArrival, recordDepartures } from "../features/presence/jobs.ts";
import { beatNode, NODE_BEAT_MS } from "../features/presence/node-jobs.ts";
import type { Context } from "../platform/context.ts";
import { isSameOrigin } from "../platform/http/origin.ts";
import { readSessionToken } from "../platform/http/session-cookie.ts";
import type { RateLimits } from "../platform/limits/rate-limit.ts";
import { openDepartures } from "../platform/live/connection-registry.ts";
import { type LiveHandlers, registerEvents } from "../platform/live/event-dispatch.ts";
import { openEventWriter } from "../platform/live/event-writer.ts";
import { type Hub, openHub } from "../platform/live/hub.ts";
import { serveUpgrades } from "../platform/live/upgrade.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import { listSecurityHeaders } from "../platform/pages/security-headers.ts";
import type { Config } from "./config.ts";

export const LIVE_PATH = "/api/live";
const AUTHENTICATE_WITHIN_MS = 5_000;
const PING_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 1_000;
/** Longer than a write waits for a lock. */
const SLOW_WRITE_MS = 4_000;
/** The share of a drain in which the balancer has to notice it. */
const NOTICED_WITHIN = 1 / 3;

type Options = {
  context: Context;
  config: Config;
  /** Events that browsers send count against the limits of the equivalent calls. */
  limits: RateLimits;
  metrics?: Metrics | undefined;
  /** The HTTP server whose upgrade requests become live connections. */
  server: Server;
  /** Development and tests also check each event against its schema. */
  isStrict: boolean;
  /** False in tests, which call `ping`, `heartbeat`, `sweep` and `beat` themselves. */
  hasTimers?: boolean;
};

export type Live = Pick<Hub, "ping" | "heartbeat" | "count"> & {
  /** Records the members who stayed away after their last connection closed. */
  sweep(): Promise<void>;
  /** Announces to other processes that this one is alive. Call it before the first connection. */
  beat(): Promise<void>;
  /** How long ago the last `beat` was stored, in milliseconds; undefined without other processes. */
  writeAgeMs(): number | undefined;
  /**
   * Within `ms`: continues until the balancer has noticed that this process is not ready, then refuses new connections
   * and ends the open ones.
   */
  drain(ms: number): Promise<void>;
  /** Ends every connection. Call it before closing the HTTP server, which would wait for them. */
  close(): void;
};

/** The handler of each event that browsers send. A missing handler does not compile. */
const handlersWith = (limits: RateLimits): LiveHandlers<Context> => ({
  send: receiveSend(limits),
  typing: publishTyping,
});

/** Opens the whole live side: handshakes, the hub, and the records of arrivals and departures. */
export function openLive({ context, config, limits, metrics, server, isStrict, hasTimers = true }: Options): Live {
  const { db, clock, batchers, live: bus, log } = context;
  const onError = (err: unknown) => log.warn({ err }, "live connection failed");
  const attendance = openAttendance(context, onError);
  const findHeartbeats = (sessionIds: string[]) => listHeartbeats(db, sessionIds, clock.now());
  const hub = openHub({
    events: toServer,
    dispatch: registerEvents(toServer, handlersWith(limits), {
      context,
      isOpenPair: (memberId, otherId) => isOpenPair(db, memberId, otherId),
      now: () => clock.now().getTime(),
      onHandled: metrics?.countLiveEvent,
    }),
    write: openEventWriter(toBrowser, isStrict),
    now: () => clock.now().getTime(),
    onError,
    findHeartbeats,
    // After a restart many connections open at once, so they share one query.
    findHeartbeat: (sessionId) =>
      batchers.join("live-heartbeat", sessionId, async (ids: string[]) => {
        const heartbeats = await findHeartbeats(ids);
        return ids.map((id) => heartbeats.get(id));
      }),
    onArrive: attendance.arrive,
    onLeave: attendance.leave,
  });
  const refuseAll = serveUpgrades(server, {
    path: LIVE_PATH,
    withinMs: AUTHENTICATE_WITHIN_MS,
    headers: listSecurityHeaders(config),
    // Browsers differ in the Sec-Fetch-Site header of a handshake. Origin is always sent, and pages cannot forge it.
    isSameOrigin: ({ headers: { origin, host } }) => isSameOrigin({ origin, host }, config),
    authenticate: async ({ headers }) => {
      const { me } = await findCaller(context, readSessionToken(headers.cookie, config));
      if (!me) return 401;
      // Staff do not chat, and their presence must stay hidden.
      return me.isAdmin || me.erasesAt ? 403 : { id: me.id, sessionId: me.sessionId };
    },
    onOpen: hub.open,
    onError,
  });
  const sweep = () => attendance.sweep(hub.isConnected);
  const { beat, writeAgeMs } = openBeats(context, hub.listMembers);
  const unsubscribe = bus.subscribe((message) => {
    // After a gap the heartbeat lets browsers that are behind read what they missed, and ends the connections of ended
    // sessions.
    if (message.kind === "gap") hub.heartbeat().catch(onError);
    else hub.deliver(message);
  });
  const stopTimers = hasTimers ? startTimers({ ...hub, sweep, beat }, onError) : () => {};
  return {
    ping: hub.ping,
    heartbeat: hub.heartbeat,
    count: hub.count,
    sweep,
    beat,
    writeAgeMs,
    drain: async (ms) => {
      // Until then the balancer sends browsers here, most of all those whose connection has just ended.
      const noticedMs = ms * NOTICED_WITHIN;
      await new Promise((resolve) => setTimeout(resolve, noticedMs));
      refuseAll();
      await hub.drain(ms - noticedMs);
    },
    close: () => {
      stopTimers();
      unsubscribe();
      refuseAll();
      hub.close();
    },
  };
}

/** Records which members arrive, and which stay away. */
function openAttendance(context: Context, onError: (error: unknown) => void) {
  const { clock } = context;
  const departures = openDepartures(PRESENCE_GRACE_MS);
  const arriving = new Set<Promise<void>>();
  return {
    arrive(memberId: string): void {
      if (departures.cancel(memberId)) return;
      const arrival = recordArrival(context, memberId)
        .catch(onError)
        .finally(() => arriving.delete(arrival));
      arriving.add(arrival);
    },
    leave: (memberId: string) => departures.add(memberId, clock.now()),
    async sweep(isConnected: Hub["isConnected"]): Promise<void> {
      const due = departures.takeDue(clock.now());
      // The last record counts, so a slow arrival must not be stored after the departure that followed it.
      await Promise.all(arriving);
      await recordDepartures(context, due);
      // A member who came back meanwhile may have been recorded as present before the departure was, so the arrival is
      // recorded again.
      const back = due.filter(({ memberId }) => isConnected(memberId));
      await Promise.all(back.map(({ memberId }) => recordArrival(context, memberId)));
    },
  };
}

/** Announces to other processes that this one is alive, and records when that was last stored. */
function openBeats(context: Context, listMembers: Hub["listMembers"]) {
  const { log, nodeId } = context;
  let storedAt: number | undefined;
  return {
    async beat(): Promise<void> {
      if (nodeId === undefined) return;
      // A database whose standby is gone answers every read, but each of its commits waits.
      const slow = setTimeout(() => log.warn("the database has stored nothing for seconds"), SLOW_WRITE_MS);
      const { removed: removedNodes } = await beatNode(context, nodeId, listMembers).finally(() => clearTimeout(slow));
      storedAt = performance.now();
      if (removedNodes > 0)
        log.warn({ removed: removedNodes }, "processes that gave no sign of life any more were left out");
    },
    writeAgeMs: () => storedAt && performance.now() - storedAt,
  };
}

function startTimers(
  hub: Pick<Live, "ping" | "heartbeat" | "sweep" | "beat">,
  onError: (error: unknown) => void,
): () => void {
  const timers = [
    setInterval(() => hub.ping().catch(onError), PING_EVERY_MS),
    setInterval(() => hub.heartbeat().catch(onError), LIVE_HEARTBEAT_MS),
    setInterval(() => hub.sweep().catch(onError), SWEEP_EVERY_MS),
    setInterval(() => hub.beat().catch(onError), NODE_BEAT_MS),
  ];
  return () => timers.forEach(clearInterval);
}
