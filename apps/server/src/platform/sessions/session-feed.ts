import type { OwnAnnouncements } from "../database/connections.ts";
import type { Connection } from "../database/database.ts";
import { listenTo } from "../database/listen.ts";
import type { Log } from "../log.ts";
import { type SessionCache, SURE_MS } from "./session-cache.ts";

/** The channel on which triggers announce the members whose sessions changed, or "all". */
const SESSION_CHANNEL = "session_changes";

/**
 * Returns the announcements for every pool that writes: what this process writes reaches its own cache before the
 * caller goes on.
 */
export function ownSessionChanges(sessions: SessionCache): OwnAnnouncements {
  return { channel: SESSION_CHANNEL, onAnnouncement: sessions.receive };
}

type Options = { connection: Connection; log: Log };

/** Updates a cache of sessions when any process on the database changes one. The caller must stop it. */
export function followSessions(sessions: SessionCache, { connection, log }: Options) {
  return listenTo(connection, {
    channel: SESSION_CHANNEL,
    onAnnouncement: sessions.receive,
    onLost: (err) => log.warn({ err }, "lost the connection that hears which sessions changed"),
    confirming: { everyMs: SURE_MS / 4, withinMs: 10 * SURE_MS, onConfirmed: sessions.confirm },
  });
}
