import type { Server } from "node:http";
import { LIVE_BEAT_MS, PRESENCE_GRACE_MS } from "@caramelo/contract/limits";
import { toBrowser, toServer } from "@caramelo/contract/live";
import type { Config } from "./config.ts";
import { findCaller } from "./features/accounts/handlers/door.ts";
import { tellTyping } from "./features/messaging/live.ts";
import { isOpenPair, listBeats } from "./features/messaging/pair-queries.ts";
import { noteArrival, noteDepartures } from "./features/presence/jobs.ts";
import type { Context } from "./platform/context.ts";
import { isSameOrigin } from "./platform/http/origin.ts";
import { readSessionToken } from "./platform/http/session-cookie.ts";
import { openDepartures } from "./platform/live/departures.ts";
import { type LiveHandlers, registerEvents } from "./platform/live/events.ts";
import { type Hub, openHub } from "./platform/live/hub.ts";
import { openNewsWriter } from "./platform/live/news-writer.ts";
import { serveUpgrades } from "./platform/live/upgrade.ts";

export const LIVE_PATH = "/api/live";
const AUTHENTICATE_WITHIN_MS = 5_000;
const PING_EVERY_MS = 10_000;
const SWEEP_EVERY_MS = 1_000;

type Options = {
  context: Context;
  config: Config;
  /** The HTTP server whose upgrades are ours. */
  server: Server;
  /** Development and tests also check what is told against its schema. */
  isStrict: boolean;
  /** Tests drive `ping`, `beat` and `sweep` by hand. */
  hasTimers?: boolean;
};

export type Live = Pick<Hub, "ping" | "beat" | "count"> & {
  /** Notes who stayed away after the last connection closed. */
  sweep(): Promise<void>;
  /** Ends every connection. Must come before the HTTP server is closed, which would wait for them. */
  close(): void;
};

/** Who acts on each event of the contract; a missing one does not compile. */
const handlers: LiveHandlers<Context> = { typing: tellTyping };

/** The whole live side: handshakes, the hub, and what follows from coming and going. */
export function openLive({ context, config, server, isStrict, hasTimers = true }: Options): Live {
  const { db, clock, groups, live: bus, log } = context;
  const onError = (err: unknown) => log.warn({ err }, "live connection in trouble");
  const departures = openDepartures(PRESENCE_GRACE_MS);
  const findBeats = (sessionIds: string[]) => listBeats(db, sessionIds, clock.now());
  const hub = openHub({
    events: toServer,
    obey: registerEvents(toServer, handlers, { context, isOpenPair: (one, other) => isOpenPair(db, one, other) }),
    write: openNewsWriter(toBrowser, isStrict),
    now: () => clock.now().getTime(),
    onError,
    findBeats,
    // Many come back at once after a restart: one question for all.
    findBeat: (sessionId) =>
      groups.join("live-beat", sessionId, async (ids: string[]) => {
        const beats = await findBeats(ids);
        return ids.map((id) => beats.get(id));
      }),
    onArrive: (memberId) => {
      if (!departures.cancel(memberId)) noteArrival(context, memberId).catch(onError);
    },
    onLeave: (memberId) => departures.add(memberId, clock.now()),
  });
  const refuseAll = serveUpgrades(server, {
    path: LIVE_PATH,
    withinMs: AUTHENTICATE_WITHIN_MS,
    // Browsers do not agree on what Sec-Fetch-Site says of a handshake; Origin is always there, and cannot be forged.
    isSameOrigin: ({ headers: { origin, host } }) => isSameOrigin({ origin, host }, config),
    authenticate: async ({ headers }) => {
      const { me } = await findCaller(context, readSessionToken(headers.cookie, config));
      if (!me) return 401;
      // Staff do not chat and leave no trace.
      return me.isAdmin ? 403 : { id: me.id, sessionId: me.sessionId };
    },
    onOpen: hub.open,
    onError,
  });
  const sweep = async () => {
    const due = departures.takeDue(clock.now());
    await noteDepartures(context, due);
    // Who came back while that was being noted may have been first with their own note.
    const back = due.filter(({ memberId }) => hub.isHere(memberId));
    await Promise.all(back.map(({ memberId }) => noteArrival(context, memberId)));
  };
  const stopListening = bus.listen(hub.hear);
  const stopTimers = hasTimers ? startTimers({ ...hub, sweep }, onError) : () => {};
  return {
    ping: hub.ping,
    beat: hub.beat,
    count: hub.count,
    sweep,
    close: () => {
      stopTimers();
      stopListening();
      refuseAll();
      hub.close();
    },
  };
}

/** One interval of each kind for all connections. */
function startTimers(hub: Pick<Live, "ping" | "beat" | "sweep">, onError: (error: unknown) => void): () => void {
  const timers = [
    setInterval(() => hub.ping().catch(onError), PING_EVERY_MS),
    setInterval(() => hub.beat().catch(onError), LIVE_BEAT_MS),
    setInterval(() => hub.sweep().catch(onError), SWEEP_EVERY_MS),
  ];
  return () => timers.forEach(clearInterval);
}
